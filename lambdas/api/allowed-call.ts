import { isForThemselves, mayCall, type Audience, type Caller } from '../domain/access.ts';
import { ServiceError } from '../kernel/errors.ts';
import { digestOfKey, fingerprintOf, idempotencyKeyOf } from '../domain/idempotency.ts';
import type { Milliseconds } from '../kernel/time.ts';
import type { PartnerClaim } from '../store/table/receipts.ts';
import type { Operation } from './operation.ts';
import { checkPartner, inputOf, refuseForeign, type Eligible } from './parameters.ts';
import { explain } from './problems.ts';
import type { Request } from './read-request.ts';
import type { Parameters } from './request.ts';
import type { Route } from './route.ts';

/** A call that neither its caller nor its parameters forbid. */
export interface AllowedCall {
  readonly operation: Operation;
  readonly input: unknown;
  readonly claim: PartnerClaim | null;
}

const needOf = (audience: Audience, caller: Caller): string => {
  if (isForThemselves(audience)) return 'a member of the portal';
  if (audience.kind === 'team') return `a member with the scope ${audience.scope}`;
  if (audience.kind === 'partner' && audience.roles !== undefined && caller.kind === 'member') {
    return `the role ${audience.roles.join(' or ')}`;
  }
  return `the scope ${audience.scope}`;
};

/** @throws ServiceError forbidden_scope, forbidden_role, delivery_report_forbidden */
export const authorise = (row: Route, caller: Caller): void => {
  const verdict = mayCall(row.audience, caller);
  if (verdict === 'allowed') return;
  throw new ServiceError(verdict, `route ${row.route} needs ${needOf(row.audience, caller)}`);
};

/** The key of a command that heeds one. @throws ServiceError validation_failed */
const keyOf = ({ method, key }: Request, { ignoresIdempotencyKey }: Operation): string | null =>
  key === undefined || method === 'GET' || ignoresIdempotencyKey ? null : idempotencyKeyOf(key);

const claimOf = (
  { method, row }: Request,
  key: string,
  input: Parameters,
  caller: Caller,
  now: Milliseconds,
): PartnerClaim => {
  const fingerprint = fingerprintOf(method, row.route, input);
  const memberId = isForThemselves(row.audience) && caller.kind === 'member' ? caller.memberId : null;
  return {
    partnerId: caller.partnerId,
    now,
    key: digestOfKey(key, memberId),
    fingerprint,
    fence: null,
    began: now,
  };
};

/** Checks who calls and what is asked. Nothing is read for that, so that it comes before the call's limit. @throws ServiceError */
export const allowedCall = async (
  known: Eligible,
  caller: Caller,
  request: Request,
  now: Milliseconds,
  environment: string,
): Promise<AllowedCall> => {
  const { method, row, query, body, named } = request;
  checkPartner(known, caller, named);
  authorise(row, caller);
  const operation = await row.operation();
  refuseForeign(operation, method, query, method === 'GET' ? null : body);
  const parameters = inputOf(operation, method, query, body);
  const key = keyOf(request, operation);
  const schema = (environment === 'local' ? operation.localInput : undefined) ?? operation.input;
  const parsed = schema.safeParse(parameters, { reportInput: true });
  if (!parsed.success) throw explain(parsed.error);
  operation.check?.(parsed.data, now);
  const claim = key === null ? null : claimOf(request, key, parameters, caller, now);
  return { operation, input: parsed.data, claim };
};

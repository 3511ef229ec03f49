import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isForThemselves, mayCall, type Audience, type Caller } from '../domain/access.ts';
import { ServiceError, temporarilyUnavailable, type ErrorCode } from '../domain/errors.ts';
import { causeOf } from '../domain/history.ts';
import { digestOfKey, fingerprintOf, idempotencyKeyOf } from '../domain/idempotency.ts';
import type { Milliseconds } from '../domain/time.ts';
import type { Log } from '../runtime/logger.ts';
import { embedded, type Measures } from '../domain/metrics.ts';
import type { PartnerClaim } from '../store/table/receipts.ts';
import { tableMetered } from '../store/table/table-metered.ts';
import { isUnavailable } from '../store/table/unavailable.ts';
import { authenticate, type Authenticator } from './authenticate.ts';
import type { Deps } from './deps.ts';
import { encoder } from './encode.ts';
import { answerInTime } from './answer-in-time.ts';
import type { Answer, Operation } from './operation.ts';
import { fitted } from './fit.ts';
import { once } from './once.ts';
import { callerNamed, checkPartner, eligible, inputOf } from './parameters.ts';
import { explain } from './problems.ts';
import type { CallCounter, CountedCall } from './call-counter.ts';
import { counted } from './counted.ts';
import { noTerms, type Admission, type RateLimiter } from './rate-limit.ts';
import { readPayment, type ReadPayment } from './read-payment.ts';
import { readRequest, type Request } from './read-request.ts';
import { isMethod, methods, type Parameters } from './request.ts';
import { errorResponse, optionsResponse, respond, type Response } from './respond.ts';
import { rateClassOf, type Route } from './route.ts';

export interface Dispatcher {
  readonly routes: ReadonlyMap<string, Route>;
  readonly authenticator: Authenticator;
  readonly limiter: RateLimiter;
  readonly counter: CallCounter;
  readonly deps: Deps;
  readonly clock: () => Milliseconds;
  /** Whether the table is restored. Nothing is read then. */
  readonly maintenance: boolean;
  readonly log: Log;
}

/** In seconds: what `Retry-After` says during a maintenance. */
const maintenanceRetry = 60;

/** The state of a call, for its response and its log entry. */
interface RequestContext {
  readonly requestId: string;
  readonly now: Milliseconds;
  caller: Caller | null;
  route: string | null;
  error: ErrorCode | null;
  admission: Admission | null;
}

const needOf = (audience: Audience, caller: Caller): string => {
  if (isForThemselves(audience)) return 'a member of the portal';
  if (audience.kind === 'team') return `a member with the scope ${audience.scope}`;
  if (audience.kind === 'partner' && audience.roles !== undefined && caller.kind === 'member') {
    return `the role ${audience.roles.join(' or ')}`;
  }
  return `the scope ${audience.scope}`;
};

const authorise = (row: Route, caller: Caller): void => {
  const verdict = mayCall(row.audience, caller);
  if (verdict === 'allowed') return;
  throw new ServiceError(verdict, `route ${row.route} needs ${needOf(row.audience, caller)}`);
};

const claimOf = (
  { method, row, key: header }: Request,
  operation: Operation,
  input: Parameters,
  caller: Caller,
  now: Milliseconds,
): PartnerClaim | null => {
  if (header === undefined || method === 'GET' || operation.ignoresIdempotencyKey) return null;
  const fingerprint = fingerprintOf(method, row.route, input);
  const memberId = isForThemselves(row.audience) && caller.kind === 'member' ? caller.memberId : null;
  const key = digestOfKey(idempotencyKeyOf(header), memberId);
  return { partnerId: caller.partnerId, now, key, fingerprint, fence: null, began: now };
};

const carryOut = async (
  deps: Deps,
  request: Request,
  caller: Caller,
  { now, requestId }: RequestContext,
): Promise<Answer> => {
  const { method, row, query, body } = request;
  const { partnerId } = caller;
  authorise(row, caller);
  const operation = await row.operation();
  const parameters = inputOf(operation, method, query, body);
  const claim = claimOf(request, operation, parameters, caller, now);
  const parsed = operation.input.safeParse(parameters, { reportInput: true });
  if (!parsed.success) throw explain(parsed.error);
  const answer = encoder(operation.output, partnerId);
  const call = { method, caller, partnerId, now, cause: causeOf(caller, requestId), claim, answer };
  return once(deps, operation, call, parsed.data);
};

/** Whether the call counts for the person, and in no partner's limit or usage. */
const isGuest = (caller: Caller): caller is Extract<Caller, { readonly kind: 'member' }> =>
  caller.kind === 'member' && caller.isGuest === true;

const handle = async (it: Dispatcher, event: APIGatewayProxyEventV2, context: RequestContext): Promise<Answer> => {
  if (it.maintenance) throw temporarilyUnavailable('the service is in maintenance; try again later', maintenanceRetry);
  const { method } = event.requestContext.http;
  if (!isMethod(method))
    throw new ServiceError('method_not_allowed', `the method must be one of ${methods.join(', ')}`);
  const identified = await authenticate(it.authenticator, event.headers, context.now);
  const admit = async (caller: Caller, row: Route | null, parameters: Parameters): Promise<ReadPayment> => {
    context.caller = caller;
    const rateClass = rateClassOf(row, method, parameters);
    const calls = row?.counts?.(parameters) ?? 1;
    // To a call that took long to get here, a bucket that others have used since its beginning would seem empty.
    const [payer, terms] = isGuest(caller) ? [caller.memberId, noTerms] : [caller.partnerId, caller.terms];
    context.admission = it.limiter.admit(payer, rateClass, it.clock(), terms, calls);
    await context.admission.granted;
    return readPayment(rateClass, calls, method === 'GET', (more, isOver) =>
      it.limiter.charge(payer, rateClass, it.clock(), terms, more, isOver),
    );
  };
  const callOf = ({ partnerId, terms }: Caller): CountedCall => ({ partnerId, sizes: terms.sizes, now: context.now });
  let request: Request;
  try {
    request = readRequest(it.routes, event, method);
  } catch (error) {
    const [caller] = eligible(identified, null).callers;
    await admit(caller, null, {});
    await it.counter.begun(callOf(caller));
    throw error;
  }
  context.route = request.row.route;
  const named = [request.query['partner_id'], request.body?.['partner_id']];
  const { audience } = request.row;
  const known = eligible(audience.kind === 'person' ? await identified.again() : identified, audience);
  const caller = callerNamed(known, named);
  // The limit comes first: a refused call changes nothing but its rate bucket, and is not counted.
  const payment = await admit(caller, request.row, request.body ?? request.query);
  const deps = { ...it.deps, table: tableMetered(it.deps.table, payment) };
  const run = async (): Promise<Answer> => {
    checkPartner(known, caller, named);
    try {
      return await carryOut(deps, request, caller, context);
    } finally {
      await payment.settle();
    }
  };
  if (isGuest(caller)) return run();
  return counted(it.counter, callOf(caller), request.row.isCountedByReport === true, run);
};

/** The response to an error. The log has the details of internal errors. */
const serviceErrorOf = (it: Dispatcher, { requestId, route }: RequestContext, error: unknown): ServiceError => {
  if (error instanceof ServiceError) return error;
  if (isUnavailable(error)) {
    it.log.warn('a service of AWS was unavailable', { request_id: requestId, route, error });
    return temporarilyUnavailable('the service is busy; try again');
  }
  it.log.error('the call failed', { request_id: requestId, route, error });
  return new ServiceError('internal_error', 'something went wrong on our side');
};

const failed = (it: Dispatcher, context: RequestContext, error: unknown): Response => {
  const told = serviceErrorOf(it, context, error);
  context.error = told.code;
  return errorResponse(told, context.requestId, context.admission?.headers());
};

const measuresOf = (status: number, milliseconds: Milliseconds): Measures => ({
  call_milliseconds: milliseconds,
  ...(status >= 500 && { calls_failed: 1 }),
  ...(status === 429 && { calls_limited: 1 }),
  ...(status >= 400 && status < 500 && status !== 429 && { calls_refused: 1 }),
});

/** Answers one call of `/functions/v1/swift-worker`. */
export const dispatch = async (it: Dispatcher, event: APIGatewayProxyEventV2): Promise<Response> => {
  const now = it.clock();
  const requestId = it.deps.newId(now);
  const context: RequestContext = { requestId, now, caller: null, route: null, error: null, admission: null };
  const { method } = event.requestContext.http;
  const response =
    method === 'OPTIONS'
      ? optionsResponse(requestId)
      : await answerInTime(it.deps.deadline, handle(it, event, context))
          .then((answer) => {
            const answered = respond(answer, requestId, { ...context.admission?.headers(), ...answer.headers });
            return fitted(answered, event.headers['accept-encoding']);
          })
          .catch((error: unknown) => failed(it, context, error));
  const status = response.statusCode ?? 200;
  const end = it.clock();
  it.log.info('call', {
    request_id: requestId,
    gateway_request_id: event.requestContext.requestId,
    route: context.route ?? 'none',
    method,
    partner_id: context.caller?.partnerId ?? null,
    caller: context.caller?.kind ?? null,
    key_id: context.caller?.kind === 'key' ? context.caller.keyId : null,
    status,
    error: context.error,
    ...embedded(end, measuresOf(status, end - now)),
  });
  return response;
};

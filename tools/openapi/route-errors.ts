import { isForMembers, roles, rolesOf, type Audience } from '../../lambdas/domain/access.ts';
import type { ErrorCode } from '../../lambdas/kernel/errors.ts';
import type { Method } from '../../lambdas/api/request.ts';
import type { LoadedRoute } from './loaded-routes.ts';
import { inputOf } from './requests.ts';

/** Errors that any call may get, whatever its route. */
const ofAny: readonly ErrorCode[] = [
  'validation_failed',
  'unauthenticated',
  'partner_scope_mismatch',
  'request_blocked',
  'rate_limited',
  'internal_error',
  'temporarily_unavailable',
];

const ofBodies: readonly ErrorCode[] = [
  'invalid_json',
  'route_mismatch',
  'payload_too_large',
  'unsupported_media_type',
];

/** The refusals of callers that a route does not take. */
const ofCallers = (audience: Audience): readonly ErrorCode[] => {
  if (isForMembers(audience)) return ['forbidden_role'];
  const ofKeys: readonly ErrorCode[] = ['forbidden_scope'];
  if (rolesOf(audience).length === roles.length) return ofKeys;
  return [...ofKeys, audience.kind === 'delivery-report' ? 'delivery_report_forbidden' : 'forbidden_role'];
};

/** A person who has only invitations may only call the routes that are about them. */
const ofInvited = (audience: Audience): readonly ErrorCode[] =>
  audience.kind === 'person' && audience.invited ? [] : ['invitation_pending'];

const ofCommands = ({ operation }: LoadedRoute): readonly ErrorCode[] => [
  ...ofBodies,
  ...(operation.selectors === undefined ? [] : (['conflicting_selectors'] as const)),
  ...(operation.ignoresIdempotencyKey === true ? [] : (['idempotency_key_reused'] as const)),
  ...(operation.ignoresIdempotencyKey === true || operation.actsOutside === undefined
    ? []
    : (['idempotency_in_progress'] as const)),
];

/** A page may be too large for a client that takes no gzip. */
const ofQueries = (row: LoadedRoute): readonly ErrorCode[] =>
  inputOf(row).properties?.['page_size'] === undefined ? [] : ['payload_too_large'];

/** The errors that a route can give: those of its callers and its method, and those that its operation declares. */
export const errorsOf = (row: LoadedRoute): ReadonlySet<ErrorCode> =>
  new Set([
    ...ofAny,
    ...ofCallers(row.audience),
    ...ofInvited(row.audience),
    ...(row.methods.includes('GET') ? ofQueries(row) : ofCommands(row)),
    ...(row.operation.errors ?? []),
  ]);

/** The errors of a method: those of its routes, and of calls that name none of them. */
export const errorsOfMethod = (routes: readonly LoadedRoute[], method: Method): ReadonlySet<ErrorCode> => {
  const own = routes.filter((row) => row.methods.includes(method));
  return new Set<ErrorCode>(['unknown_route', ...own.flatMap((row) => Array.from(errorsOf(row)))]);
};

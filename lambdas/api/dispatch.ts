import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { mayCall, type Caller } from '../domain/access.ts';
import { ServiceError, temporarilyUnavailable } from '../domain/errors.ts';
import { causeOf } from '../domain/history.ts';
import { digestOfKey, fingerprintOf, idempotencyKeyOf } from '../domain/idempotency.ts';
import type { Milliseconds } from '../domain/time.ts';
import type { Log } from '../runtime/logger.ts';
import type { PartnerClaim } from '../store/receipts.ts';
import { isThrottled } from '../store/throttled.ts';
import { authenticate, type Authenticator } from './authenticate.ts';
import type { Deps } from './deps.ts';
import { encoder } from './encode.ts';
import type { Answer } from './operation.ts';
import { once } from './once.ts';
import { checkPartner, findRoute, inputOf, routeNameOf } from './parameters.ts';
import { explain } from './problems.ts';
import type { Admission, RateLimiter } from './rate-limit.ts';
import { isMethod, methods, parseBody, parseQuery, type Method, type Parameters } from './request.ts';
import { errorResponse, optionsResponse, respond, type Response } from './respond.ts';
import { rateClassOf, type Route } from './route.ts';

export interface Dispatcher {
  readonly routes: ReadonlyMap<string, Route>;
  readonly authenticator: Authenticator;
  readonly limiter: RateLimiter;
  readonly deps: Deps;
  readonly clock: () => Milliseconds;
  readonly log: Log;
}

/** A call on its way: what is known of it so far, for its answer and its log line. */
interface Passage {
  readonly requestId: string;
  readonly now: Milliseconds;
  caller: Caller | null;
  route: string | null;
  admission: Admission | null;
}

interface Request {
  readonly query: Parameters;
  readonly body: Parameters | null;
  readonly row: Route;
}

const readRequest = (routes: ReadonlyMap<string, Route>, event: APIGatewayProxyEventV2, method: Method): Request => {
  const query = parseQuery(event.rawQueryString);
  const body = method === 'GET' ? null : parseBody(event, event.headers['content-type']);
  return { query, body, row: findRoute(routes, routeNameOf(method, query, body), method) };
};

const authorise = (row: Route, caller: Caller): void => {
  const verdict = mayCall(row.audience, caller);
  if (verdict === 'allowed') return;
  const need = row.audience.kind === 'member' ? 'a member of the portal' : `the scope ${row.audience.scope}`;
  throw new ServiceError(verdict, `route ${row.route} needs ${need}`);
};

const claimOf = (
  event: APIGatewayProxyEventV2,
  method: Method,
  request: Request,
  input: Parameters,
  passage: Passage,
  partnerId: string,
): PartnerClaim | null => {
  const header = event.headers['idempotency-key'];
  if (header === undefined || method === 'GET' || request.row.operation.ignoresIdempotencyKey) return null;
  const fingerprint = fingerprintOf(method, request.row.route, input);
  return { partnerId, now: passage.now, key: digestOfKey(idempotencyKeyOf(header)), fingerprint, fence: null };
};

const carryOut = async (
  it: Dispatcher,
  event: APIGatewayProxyEventV2,
  method: Method,
  request: Request,
  caller: Caller,
  admission: Admission,
  passage: Passage,
): Promise<Answer> => {
  const { row, query, body } = request;
  const { partnerId } = caller;
  checkPartner(partnerId, [query['partner_id'], body?.['partner_id']]);
  authorise(row, caller);
  const parameters = inputOf(row, method, query, body);
  const claim = claimOf(event, method, request, parameters, passage, partnerId);
  const parsed = row.operation.input.safeParse(parameters, { reportInput: true });
  if (!parsed.success) throw explain(parsed.error);
  const call = {
    method,
    caller,
    partnerId,
    now: passage.now,
    cause: causeOf(caller, passage.requestId),
    claim,
    admitted: admission.granted,
    answer: encoder(row.operation.output, partnerId),
  };
  return once(it.deps, row.operation, call, parsed.data);
};

const handle = async (it: Dispatcher, event: APIGatewayProxyEventV2, passage: Passage): Promise<Answer> => {
  const { method } = event.requestContext.http;
  if (!isMethod(method))
    throw new ServiceError('method_not_allowed', `the method must be one of ${methods.join(', ')}`);
  const caller = await authenticate(it.authenticator, event.headers, passage.now);
  passage.caller = caller;
  const admit = (row: Route | null, parameters: Parameters): Admission => {
    const admission = it.limiter.admit(caller.partnerId, rateClassOf(row, method, parameters), passage.now);
    // Awaited later, where it counts; until then a refusal is no unhandled rejection.
    admission.granted.catch(() => undefined);
    passage.admission = admission;
    return admission;
  };
  let request: Request;
  try {
    request = readRequest(it.routes, event, method);
  } catch (error) {
    await admit(null, {}).granted;
    throw error;
  }
  passage.route = request.row.route;
  const admission = admit(request.row, request.body ?? request.query);
  const outcome = await Promise.allSettled([carryOut(it, event, method, request, caller, admission, passage)]);
  await admission.granted;
  if (outcome[0].status === 'rejected') throw outcome[0].reason;
  return outcome[0].value;
};

const failed = (it: Dispatcher, passage: Passage, error: unknown): Response => {
  const headers = passage.admission?.headers();
  if (error instanceof ServiceError) {
    return errorResponse(error, passage.requestId, headers);
  }
  if (isThrottled(error)) {
    it.log.warn('the store was busy', { request_id: passage.requestId, route: passage.route, error });
    return errorResponse(temporarilyUnavailable('the store is busy; try again'), passage.requestId, headers);
  }
  it.log.error('the call failed', { request_id: passage.requestId, route: passage.route, error });
  return errorResponse(
    new ServiceError('internal_error', 'something went wrong on our side'),
    passage.requestId,
    headers,
  );
};

/** Answers one call of `/functions/v1/swift-worker`: who calls, may they, may they now, what do they ask, do it, say it. */
export const dispatch = async (it: Dispatcher, event: APIGatewayProxyEventV2): Promise<Response> => {
  const now = it.clock();
  const passage: Passage = { requestId: it.deps.newId(now), now, caller: null, route: null, admission: null };
  const { method } = event.requestContext.http;
  const response =
    method === 'OPTIONS'
      ? optionsResponse(passage.requestId)
      : await handle(it, event, passage).then(
          (answer) => respond(answer, passage.requestId, { ...passage.admission?.headers(), ...answer.headers }),
          (error: unknown) => failed(it, passage, error),
        );
  it.log.info('call', {
    request_id: passage.requestId,
    route: passage.route,
    method,
    partner_id: passage.caller?.partnerId ?? null,
    caller: passage.caller?.kind ?? null,
    status: response.statusCode ?? 200,
    milliseconds: it.clock() - now,
  });
  return response;
};

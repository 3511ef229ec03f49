import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Caller } from '../domain/access.ts';
import { Contended, ServiceError, temporarilyUnavailable, type ErrorCode } from '../kernel/errors.ts';
import { causeOf } from '../domain/history.ts';
import type { RateClass } from '../domain/rate.ts';
import type { Milliseconds } from '../kernel/time.ts';
import type { Log } from '../runtime/logger.ts';
import type { Spent } from '../runtime/spent.ts';
import { embedded } from '../kernel/metrics.ts';
import { tableMetered } from '../store/table/table-metered.ts';
import { isUnavailable } from '../store/table/unavailable.ts';
import { allowedCall, type AllowedCall } from './allowed-call.ts';
import { authenticate, type Authenticator, type Identified } from './authenticate.ts';
import type { Deps } from './deps.ts';
import { encoder } from './encode.ts';
import { answerInTime } from './answer-in-time.ts';
import type { Answer } from './operation.ts';
import { fitted } from './fit.ts';
import { loadAhead } from './load-ahead.ts';
import { once } from './once.ts';
import { callerNamed } from './parameters.ts';
import { clientOf } from '../domain/usage/client-version.ts';
import type { CallCounter, CountedCall } from './call-counter.ts';
import { measuresOf } from './call-measures.ts';
import { counted, isLimited, isUncounted } from './counted.ts';
import { Gate, isGuest, payerOf } from './gate.ts';
import type { Admission, RateLimiter } from './rate-limit.ts';
import { readPayment } from './read-payment.ts';
import { readRequest, type Request } from './read-request.ts';
import { isMethod, methods } from './request.ts';
import { errorResponse, optionsResponse, respond, type Response } from './respond.ts';
import { requireStanding, standingCallers } from './standing.ts';
import { rateClassOf, routeInQuery, type Route } from './route.ts';

export interface Dispatcher {
  readonly routes: ReadonlyMap<string, Route>;
  readonly authenticator: Authenticator;
  readonly limiter: RateLimiter;
  readonly counter: CallCounter;
  readonly deps: Deps;
  readonly clock: () => Milliseconds;
  /** Whether the table is restored. Nothing is read then. */
  readonly maintenance: boolean;
  /** What the call has spent on other services. */
  readonly spent: () => Spent;
  readonly log: Log;
}

/** A call that takes longer, or fails, has each of its calls in its log line. */
const slow: Milliseconds = 1_000;

/** In seconds: what `Retry-After` says during a maintenance. */
const maintenanceRetry = 60;

const replayed = { 'idempotent-replayed': 'true' };

/** The state of a call, for its response and its log entry. */
interface RequestContext {
  readonly requestId: string;
  readonly now: Milliseconds;
  readonly client: string | null;
  caller: Caller | null;
  route: string | null;
  error: ErrorCode | null;
  admission: Admission | null;
}

const carryOut = (
  deps: Deps,
  { method, row }: Request,
  { operation, input, claim }: AllowedCall,
  identified: Identified,
  caller: Caller,
  { now, requestId }: RequestContext,
): Promise<Answer> => {
  const { partnerId } = caller;
  const answer = encoder(operation.output, partnerId);
  const call = {
    method,
    caller,
    partnerId,
    now,
    cause: causeOf(caller, requestId),
    claim,
    requireStanding: () => requireStanding(identified, row, caller, deps.clock()),
    answer,
  };
  return once(deps, operation, call, input);
};

const countedCallOf = ({ partnerId, terms }: Caller, { now, client }: RequestContext): CountedCall => ({
  partnerId,
  sizes: terms.sizes,
  now,
  client,
});

/** Takes what a call counts as. A call that is refused was read all the same, and pays for that. @throws ServiceError rate_limited */
const admit = async (
  dispatcher: Dispatcher,
  context: RequestContext,
  gate: Gate,
  caller: Caller,
  rateClass: RateClass,
  calls: number,
): Promise<void> => {
  // To a call that took long to get here, a bucket that others have used since its beginning would seem empty.
  const now = dispatcher.clock();
  const { id, terms } = payerOf(caller);
  context.admission = dispatcher.limiter.admit(id, rateClass, now, terms, calls);
  try {
    await context.admission.granted;
  } catch (error) {
    if (isLimited(error)) await gate.pay(now);
    throw error;
  }
};

/**
 * Counts a call that is refused, or answered alike whoever calls: as a command or a read, so that it takes nothing of a class that its
 * caller may not use. @throws ServiceError rate_limited
 */
const countAsUsual = async (
  dispatcher: Dispatcher,
  context: RequestContext,
  gate: Gate,
  caller: Caller,
  isCounted = true,
): Promise<void> => {
  try {
    await admit(dispatcher, context, gate, caller, gate.usualClass, 1);
    if (isCounted && !isGuest(caller)) dispatcher.counter.count(countedCallOf(caller, context));
  } finally {
    await dispatcher.counter.written();
  }
};

const answerTo = async (
  dispatcher: Dispatcher,
  context: RequestContext,
  gate: Gate,
  caller: Caller,
  request: Request,
  allowed: AllowedCall,
): Promise<Answer> => {
  const { method, row } = request;
  const parameters = request.body ?? request.query;
  const rateClass = rateClassOf(row, parameters);
  const calls = row.counts?.(parameters) ?? 1;
  // Nothing is read for a call beyond the limit, and it is not counted.
  await admit(dispatcher, context, gate, caller, rateClass, calls);
  const payer = payerOf(caller);
  const payment = readPayment(
    rateClass,
    calls,
    method === 'GET',
    (more, isOver) => dispatcher.limiter.charge(payer.id, rateClass, dispatcher.clock(), payer.terms, more, isOver),
    (error) => {
      dispatcher.log.warn('a call was not paid', { request_id: context.requestId, error });
    },
  );
  const deps = { ...dispatcher.deps, table: tableMetered(dispatcher.deps.table, payment) };
  const run = async (): Promise<Answer> => {
    try {
      return await carryOut(deps, request, allowed, gate.identified, caller, context);
    } finally {
      await payment.settle();
    }
  };
  if (isGuest(caller)) return run();
  return counted(dispatcher.counter, countedCallOf(caller, context), row.isCountedByReport === true, run);
};

const nullIfRefused = (error: unknown): null => {
  if (error instanceof ServiceError && error.code === 'unauthenticated') return null;
  throw error;
};

/** @throws ServiceError rate_limited when the bucket is known to be empty; nothing of the call is read then */
const openGate = (
  dispatcher: Dispatcher,
  context: RequestContext,
  event: APIGatewayProxyEventV2,
  identified: Identified,
): Gate => {
  const gate = new Gate(dispatcher.limiter, dispatcher.routes, {
    identified,
    method: event.requestContext.http.method,
    event,
  });
  const refusal = gate.refusal(dispatcher.clock());
  if (refusal === null) return gate;
  context.admission = { granted: Promise.resolve(), headers: refusal.headers };
  context.caller = gate.caller;
  context.route = dispatcher.routes.get(routeInQuery(event.rawQueryString))?.route ?? null;
  throw refusal.error;
};

/** Counts a call that needs no caller, when its caller is known. @throws ServiceError rate_limited */
const countIfKnown = async (
  dispatcher: Dispatcher,
  event: APIGatewayProxyEventV2,
  context: RequestContext,
): Promise<void> => {
  if (dispatcher.maintenance || event.headers['authorization'] === undefined) return;
  const identified = await authenticate(dispatcher.authenticator, event.headers, context.now).catch(nullIfRefused);
  const [caller] = identified?.callers ?? [];
  if (identified === null || caller === undefined) return;
  context.caller = caller;
  await countAsUsual(dispatcher, context, openGate(dispatcher, context, event, identified), caller);
};

const handle = async (
  dispatcher: Dispatcher,
  event: APIGatewayProxyEventV2,
  context: RequestContext,
): Promise<Answer> => {
  if (dispatcher.maintenance)
    throw temporarilyUnavailable('the service is in maintenance; try again later', maintenanceRetry);
  const { method } = event.requestContext.http;
  if (!isMethod(method)) {
    await countIfKnown(dispatcher, event, context);
    throw new ServiceError('method_not_allowed', `the method must be one of ${methods.join(', ')}`);
  }
  const identifying = authenticate(dispatcher.authenticator, event.headers, context.now);
  loadAhead(dispatcher.routes, event.rawQueryString);
  const identified = await identifying;
  const gate = openGate(dispatcher, context, event, identified);
  let request: Request;
  let allowed: AllowedCall;
  try {
    request = readRequest(dispatcher.routes, event, method);
    context.route = request.row.route;
    const known = await standingCallers(identified, request.row, context.now);
    context.caller = callerNamed(known, request.named);
    allowed = await allowedCall(known, context.caller, request, context.now, dispatcher.deps.environment);
    // After the rest, so that a call that is refused anyway reads nothing.
    const isOld = request.row.standing === 'now' && request.row.audience.kind !== 'person';
    if (isOld) context.caller = await requireStanding(identified, request.row, context.caller, context.now);
  } catch (error) {
    context.caller ??= gate.caller;
    if (context.caller === null) {
      await gate.pay(dispatcher.clock());
      throw identified.refusal();
    }
    await countAsUsual(dispatcher, context, gate, context.caller, !isUncounted(error));
    throw error;
  }
  return answerTo(dispatcher, context, gate, context.caller, request, allowed);
};

/** The response to an error. The log has the details of internal errors. */
const serviceErrorOf = (dispatcher: Dispatcher, { requestId, route }: RequestContext, error: unknown): ServiceError => {
  if (error instanceof ServiceError) return error;
  if (error instanceof Contended) return temporarilyUnavailable('the record is being changed; try again');
  if (isUnavailable(error)) {
    dispatcher.log.warn('a service of AWS was unavailable', { request_id: requestId, route, error });
    return temporarilyUnavailable('the service is busy; try again');
  }
  dispatcher.log.error('the call failed', { request_id: requestId, route, error });
  return new ServiceError('internal_error', 'something went wrong on our side');
};

const failed = (dispatcher: Dispatcher, context: RequestContext, error: unknown): Response => {
  const answer = serviceErrorOf(dispatcher, context, error);
  context.error = answer.code;
  // A caller that has just lost its access learns nothing of the partner.
  const headers = answer.status === 401 ? undefined : context.admission?.headers();
  return errorResponse(answer, context.requestId, headers);
};

const answered = async (
  dispatcher: Dispatcher,
  event: APIGatewayProxyEventV2,
  context: RequestContext,
): Promise<Response> => {
  const answer = await handle(dispatcher, event, context);
  const headers = { ...context.admission?.headers(), ...(answer.isReplay === true && replayed) };
  return fitted(respond(answer, context.requestId, headers), event.headers['accept-encoding']);
};

const optionsOf = async (
  dispatcher: Dispatcher,
  event: APIGatewayProxyEventV2,
  context: RequestContext,
): Promise<Response> => {
  await countIfKnown(dispatcher, event, context);
  return optionsResponse(context.requestId, context.admission?.headers());
};

/** Answers one call of `/functions/v1/swift-worker`. */
export const dispatch = async (dispatcher: Dispatcher, event: APIGatewayProxyEventV2): Promise<Response> => {
  const now = dispatcher.clock();
  const requestId = dispatcher.deps.newId(now);
  const client = clientOf(event.headers['user-agent']);
  const context: RequestContext = { requestId, now, client, caller: null, route: null, error: null, admission: null };
  const { method } = event.requestContext.http;
  const work = method === 'OPTIONS' ? optionsOf(dispatcher, event, context) : answered(dispatcher, event, context);
  const response = await answerInTime(dispatcher.deps.deadline, work).catch((error: unknown) =>
    failed(dispatcher, context, error),
  );
  const status = response.statusCode ?? 200;
  const end = dispatcher.clock();
  const { services, calls } = dispatcher.spent();
  const isExplained = status >= 500 || end - now >= slow;
  dispatcher.log.info('call', {
    request_id: requestId,
    gateway_request_id: event.requestContext.requestId,
    route: context.route ?? 'none',
    method,
    partner_id: context.caller?.partnerId ?? null,
    caller: context.caller?.kind ?? null,
    key_id: context.caller?.kind === 'key' ? context.caller.keyId : null,
    status,
    error: context.error,
    spent: services,
    ...(isExplained && { calls }),
    ...embedded(end, measuresOf(context.caller, event, status, end - now)),
  });
  return response;
};

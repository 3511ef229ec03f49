import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Caller } from '../domain/access.ts';
import { Contended, ServiceError, temporarilyUnavailable, type ErrorCode } from '../kernel/errors.ts';
import { causeOf } from '../domain/history.ts';
import type { RateClass } from '../domain/rate.ts';
import type { Milliseconds } from '../kernel/time.ts';
import type { Log } from '../runtime/logger.ts';
import { embedded, type Measures } from '../kernel/metrics.ts';
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
import { callerNamed, eligible } from './parameters.ts';
import { clientOf } from '../domain/usage/client-version.ts';
import type { CallCounter, CountedCall } from './call-counter.ts';
import { counted } from './counted.ts';
import { noTerms, type Admission, type RateLimiter } from './rate-limit.ts';
import { readPayment } from './read-payment.ts';
import { readRequest, type Request } from './read-request.ts';
import { isMethod, methods, type Method } from './request.ts';
import { errorResponse, optionsResponse, respond, type Response } from './respond.ts';
import { requireStanding, standingCallers } from './standing.ts';
import { rateClassOf, usualClassOf, type Route } from './route.ts';

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

/** Whether the call counts for the person, and in no partner's limit or usage. */
const isGuest = (caller: Caller): caller is Extract<Caller, { readonly kind: 'member' }> =>
  caller.kind === 'member' && caller.isGuest === true;

/** In whose limit a call counts. */
const payerOf = (caller: Caller) =>
  isGuest(caller) ? { id: caller.memberId, terms: noTerms } : { id: caller.partnerId, terms: caller.terms };

const admit = (
  dispatcher: Dispatcher,
  context: RequestContext,
  caller: Caller,
  rateClass: RateClass,
  calls: number,
): Promise<void> => {
  // To a call that took long to get here, a bucket that others have used since its beginning would seem empty.
  const { id, terms } = payerOf(caller);
  context.admission = dispatcher.limiter.admit(id, rateClass, dispatcher.clock(), terms, calls);
  return context.admission.granted;
};

/** A refused call counts as a command or a read, so that it takes nothing of a class that its caller may not use. */
const refuse = (
  dispatcher: Dispatcher,
  context: RequestContext,
  caller: Caller,
  method: Method,
  error: unknown,
): Promise<Answer> => {
  const refused = async (): Promise<never> => {
    await admit(dispatcher, context, caller, usualClassOf(method), 1);
    throw error;
  };
  return isGuest(caller) ? refused() : counted(dispatcher.counter, countedCallOf(caller, context), false, refused);
};

const answerTo = async (
  dispatcher: Dispatcher,
  context: RequestContext,
  identified: Identified,
  caller: Caller,
  request: Request,
  allowed: AllowedCall,
): Promise<Answer> => {
  const { method, row } = request;
  const parameters = request.body ?? request.query;
  const rateClass = rateClassOf(row, parameters);
  const calls = row.counts?.(parameters) ?? 1;
  // Nothing is read for a call beyond the limit, and it is not counted.
  await admit(dispatcher, context, caller, rateClass, calls);
  const payer = payerOf(caller);
  const payment = readPayment(rateClass, calls, method === 'GET', (more, isOver) =>
    dispatcher.limiter.charge(payer.id, rateClass, dispatcher.clock(), payer.terms, more, isOver),
  );
  const deps = { ...dispatcher.deps, table: tableMetered(dispatcher.deps.table, payment) };
  const run = async (): Promise<Answer> => {
    try {
      return await carryOut(deps, request, allowed, identified, caller, context);
    } finally {
      await payment.settle();
    }
  };
  if (isGuest(caller)) return run();
  return counted(dispatcher.counter, countedCallOf(caller, context), row.isCountedByReport === true, run);
};

const handle = async (
  dispatcher: Dispatcher,
  event: APIGatewayProxyEventV2,
  context: RequestContext,
): Promise<Answer> => {
  if (dispatcher.maintenance)
    throw temporarilyUnavailable('the service is in maintenance; try again later', maintenanceRetry);
  const { method } = event.requestContext.http;
  if (!isMethod(method))
    throw new ServiceError('method_not_allowed', `the method must be one of ${methods.join(', ')}`);
  const identifying = authenticate(dispatcher.authenticator, event.headers, context.now);
  loadAhead(dispatcher.routes, event.rawQueryString);
  const identified = await identifying;
  let request: Request;
  let allowed: AllowedCall;
  try {
    request = readRequest(dispatcher.routes, event, method);
    context.route = request.row.route;
    const known = await standingCallers(identified, request.row, context.now);
    context.caller = callerNamed(known, request.named);
    allowed = await allowedCall(known, context.caller, request, context.now);
    // After the rest, so that a call that is refused anyway reads nothing.
    const isOld = request.row.standing === 'now' && request.row.audience.kind !== 'person';
    if (isOld) context.caller = await requireStanding(identified, request.row, context.caller, context.now);
  } catch (error) {
    context.caller ??= eligible(identified, null).callers[0];
    return refuse(dispatcher, context, context.caller, method, error);
  }
  return answerTo(dispatcher, context, identified, context.caller, request, allowed);
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
  const told = serviceErrorOf(dispatcher, context, error);
  context.error = told.code;
  // Who has just ceased to be a caller is told nothing of the partner.
  const headers = told.status === 401 ? undefined : context.admission?.headers();
  return errorResponse(told, context.requestId, headers);
};

/** The refusals that broken keys, sign-ins or releases cause. The others say something of the partner's data. */
const refusedCallers: ReadonlySet<number> = new Set([400, 401, 403, 405, 415]);

const measuresOf = (
  { caller }: RequestContext,
  { headers, requestContext: { http } }: APIGatewayProxyEventV2,
  status: number,
  milliseconds: Milliseconds,
): Measures => ({
  call_milliseconds: milliseconds,
  ...(caller !== null && http.method === 'GET' && { query_milliseconds: milliseconds }),
  ...(headers['authorization'] !== undefined && {
    credentialed_calls: 1,
    ...(refusedCallers.has(status) && { credentialed_calls_refused: 1 }),
  }),
  ...(status >= 500 && { calls_failed: 1 }),
  ...(status === 429 && { calls_limited: 1 }),
  ...(status >= 400 && status < 500 && status !== 429 && { calls_refused: 1 }),
});

/** Answers one call of `/functions/v1/swift-worker`. */
export const dispatch = async (dispatcher: Dispatcher, event: APIGatewayProxyEventV2): Promise<Response> => {
  const now = dispatcher.clock();
  const requestId = dispatcher.deps.newId(now);
  const client = clientOf(event.headers['user-agent']);
  const context: RequestContext = { requestId, now, client, caller: null, route: null, error: null, admission: null };
  const { method } = event.requestContext.http;
  const response =
    method === 'OPTIONS'
      ? optionsResponse(requestId)
      : await answerInTime(dispatcher.deps.deadline, handle(dispatcher, event, context))
          .then((answer) => {
            const answered = respond(answer, requestId, {
              ...context.admission?.headers(),
              ...(answer.isReplay === true && replayed),
            });
            return fitted(answered, event.headers['accept-encoding']);
          })
          .catch((error: unknown) => failed(dispatcher, context, error));
  const status = response.statusCode ?? 200;
  const end = dispatcher.clock();
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
    ...embedded(end, measuresOf(context, event, status, end - now)),
  });
  return response;
};

import { isDelivered, decideAfter } from '../../domain/webhook/retry.ts';
import { EndpointReplaced } from '../../kernel/errors.ts';
import { postSigned } from '../../outbound/signed-post.ts';
import type { BegunBy } from '../../runtime/run-work.ts';
import type { WorkKey } from '../../store/table/keys.ts';
import { commit, persist } from '../../store/table/commit.ts';
import { claimWork, paused, record, recordClause, type Changes, type HeldWork } from '../../store/table/work.ts';
import { refusalClause, type Refusal } from '../../store/webhooks/refusal.ts';
import { ended, testEventOf, type TestEvent } from '../../store/webhooks/test-events.ts';
import { readWebhookTarget } from '../../store/webhooks/webhook-endpoints.ts';
import type { DeliveryDeps } from '../delivery/delivery-deps.ts';
import { lastExchangeOf } from '../delivery/deliver-event.ts';
import { recordOutcomes } from '../delivery/endpoint-outcomes.ts';
import { openEndpointRun } from '../delivery/endpoint-run.ts';
import { attemptOf, attemptOutcomeOf, type Exchange } from '../delivery/exchange.ts';
import { openTarget, type Target } from '../delivery/target.ts';
import { hurryWaiting } from './hurry-waiting.ts';

/** Logs one exchange with an endpoint. It is in no count of events. */
const logAttempt = (
  { log }: DeliveryDeps,
  { partnerId, id, requestId, attempts }: TestEvent,
  exchange: Exchange,
): void => {
  const outcome = attemptOutcomeOf(exchange.result);
  log.info('attempt of a test event', {
    request_id: requestId,
    event_id: id,
    partner_id: partnerId,
    attempt: attempts + 1,
    status: outcome.kind === 'response' ? outcome.status : null,
    is_delivered: isDelivered(outcome),
    milliseconds: exchange.milliseconds,
  });
};

interface Sent extends Exchange {
  /** The log of the event, with this attempt. */
  readonly log: TestEvent['log'];
}

/** Sends a test event to an endpoint. */
const send = async (
  deps: DeliveryDeps,
  { id, body: text, requestId, log }: TestEvent,
  target: Target,
): Promise<Sent> => {
  const at = deps.clock();
  const until = lastExchangeOf(deps.deadline);
  const options = { target, mode: 'attempt', handOverAfter: null, stopsWhenUnanswered: false, until } as const;
  const endpointRun = openEndpointRun(deps, options);
  const message = { id, text, requestId };
  const exchange = await endpointRun.watch(() => postSigned(deps.outbound, target.destination, message, at));
  // What the endpoint answers to a test counts for its health like any other answer.
  await recordOutcomes(deps, endpointRun);
  return { ...exchange, log: [...log, attemptOf(exchange, at, false, true)] };
};

/** The next state of a test event. It ends without a delivery only while the refusal stands. */
interface Settlement {
  readonly changes: Changes;
  readonly log: TestEvent['log'];
  readonly refusal: Refusal | null;
}

const attempt = async (deps: DeliveryDeps, event: TestEvent): Promise<Settlement> => {
  const { endpoint, secrets, outbox } = await readWebhookTarget(deps.table, event.partnerId);
  const { log: before } = event;
  const left = { changes: ended('undelivered'), log: before } as const;
  if (endpoint === null) return { ...left, refusal: { kind: 'absent' } };
  const { health } = outbox;
  if (health.state === 'disabled') return { ...left, refusal: { kind: 'disabled', since: health.at } };
  const { log, ...exchange } = await send(deps, event, await openTarget(deps, { endpoint, secrets, outbox }));
  logAttempt(deps, event, exchange);
  const { divisor, random } = deps;
  const attempts = event.attempts + 1;
  const outcome = attemptOutcomeOf(exchange.result);
  const decision = decideAfter({
    number: attempts,
    outcome,
    now: deps.clock(),
    random: random(),
    divisor,
    until: null,
  });
  if (decision.kind === 'again') return { changes: { attempts, ...paused(decision.at) }, log, refusal: null };
  return decision.kind === 'done'
    ? { changes: { attempts, ...ended('delivered') }, log, refusal: null }
    : { changes: { attempts, ...ended('undelivered') }, log, refusal: { kind: 'failed', endpoint } };
};

/** Records the next state. An endpoint that the partner has set since gets the test event at once. @throws WorkLost */
const settle = async (
  { table, retryPolicy, clock }: DeliveryDeps,
  held: HeldWork,
  { partnerId }: TestEvent,
  { changes, log, refusal }: Settlement,
): Promise<void> => {
  const logged = { attempt_log: log };
  if (refusal === null) return record(held, { ...changes, ...logged });
  const clauses = [refusalClause(table, partnerId, refusal), recordClause(held, { ...changes, ...logged })];
  try {
    await persist(retryPolicy, () => commit(table, clauses));
  } catch (error) {
    if (!(error instanceof EndpointReplaced)) throw error;
    await record(held, { ...paused(clock()), ...logged });
  }
};

/**
 * Sends a test event that is due, and decides when it is sent again. A paused endpoint gets it as well: who repairs an
 * endpoint tests it. When it is delivered, the events that wait for their next attempt are due. After a crash it is sent again with the same id.
 * @throws WorkLost
 */
export const sendTestEvent = async (deps: DeliveryDeps, key: WorkKey<'testEvent'>, begunBy: BegunBy): Promise<void> => {
  const claim = await claimWork(deps, key);
  if (claim === null) return;
  const event = testEventOf(claim.item);
  begunBy(event.requestId);
  const settlement = await attempt(deps, event);
  if (settlement.changes['end'] === 'delivered') await hurryWaiting(deps, event.partnerId);
  await settle(deps, { table: deps.table, key, lease: claim.lease }, event, settlement);
};

import { isDelivered, decideAfter } from '../domain/webhook/retry.ts';
import { postSigned } from '../outbound/signed-post.ts';
import type { BegunBy } from '../runtime/run-work.ts';
import type { WorkKey } from '../store/table/keys.ts';
import { claimWork, finished, paused, record, type Changes } from '../store/table/work.ts';
import { testEventOf, type TestEvent } from '../store/webhooks/test-events.ts';
import { readWebhookTarget } from '../store/webhooks/webhook-endpoints.ts';
import type { DeliveryDeps } from '../webhook-delivery/delivery-deps.ts';
import { destinationOf } from '../webhook-delivery/destination.ts';
import { lastExchangeOf } from '../webhook-delivery/deliver-event.ts';
import { recordOutcomes } from '../webhook-delivery/endpoint-outcomes.ts';
import { openEndpointRun } from '../webhook-delivery/endpoint-run.ts';
import { attemptOutcomeOf, type Exchange } from '../webhook-delivery/exchange.ts';

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

/** Sends a test event. @returns its next state; it ends when it was delivered or given up, or without an endpoint */
const attempt = async (deps: DeliveryDeps, event: TestEvent): Promise<Changes> => {
  const { partnerId, id, body: text, requestId } = event;
  const { endpoint, secrets, outbox } = await readWebhookTarget(deps.table, partnerId);
  if (endpoint === null || outbox.health.state === 'disabled') return finished;
  const now = deps.clock();
  const destination = await destinationOf(deps.vault, partnerId, endpoint, secrets, now);
  const until = lastExchangeOf(deps.deadline);
  const options = { partnerId, mode: 'attempt', handOverAfter: null, stopsWhenUnanswered: false, until } as const;
  const endpointRun = openEndpointRun(deps, options);
  const exchange = await endpointRun.watch(() => postSigned(deps.outbound, destination, { id, text, requestId }, now));
  logAttempt(deps, event, exchange);
  // What the endpoint answers to a test counts for its health like any other answer.
  await recordOutcomes(deps, endpoint.id, outbox, endpointRun.exchanges);
  const { divisor, random } = deps;
  const attempts = event.attempts + 1;
  const outcome = attemptOutcomeOf(exchange.result);
  const decision = decideAfter({ number: attempts, outcome, now: deps.clock(), random: random(), divisor });
  return { attempts, ...(decision.kind === 'again' ? paused(decision.at) : finished) };
};

/**
 * Sends a test event that is due, and decides when it is sent again. A paused endpoint gets it as well: who repairs an
 * endpoint tests it. After a crash it is sent again with the same id.
 * @throws WorkLost
 */
export const sendTestEvent = async (deps: DeliveryDeps, key: WorkKey<'testEvent'>, begunBy: BegunBy): Promise<void> => {
  const claim = await claimWork(deps, key);
  if (claim === null) return;
  const event = testEventOf(claim.item);
  begunBy(event.requestId);
  await record({ table: deps.table, key, lease: claim.lease }, await attempt(deps, event));
};

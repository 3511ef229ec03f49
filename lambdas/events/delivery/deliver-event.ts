import type { Deadline } from '../../kernel/deadline.ts';
import { EndpointReplaced } from '../../kernel/errors.ts';
import { callbackType, type EventEnvelope } from '../../domain/event.ts';
import { isErasureEvent } from '../../domain/erasure.ts';
import { triedLifetime } from '../../domain/relayed-callback.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { decideAfter, type DeliveryDecision } from '../../domain/webhook/retry.ts';
import { outboundLimits } from '../../outbound/client.ts';
import { postSigned } from '../../outbound/signed-post.ts';
import { callbackLifetime } from '../../store/webhooks/callback-events.ts';
import { deleteCallbackContent } from '../../store/webhooks/callback-content.ts';
import type { EventAttempt } from '../../store/webhooks/event-attempt.ts';
import { recordAttempt } from '../../store/webhooks/event-attempts.ts';
import { endEvent, type Taken } from '../../store/webhooks/event-end.ts';
import { handOver, parkClaimed, postponeEvent } from '../../store/webhooks/event-waits.ts';
import type { OutboxEvent } from '../../store/webhooks/outbox-events.ts';
import { eventText } from '../../store/webhooks/event-text.ts';
import { refusalClause } from '../../store/webhooks/refusal.ts';
import type { Key } from '../../store/table/keys.ts';
import { unlessLost } from '../../store/table/work.ts';
import { logAttempt, logGivenUp, logHandedOver, logInterrupted } from './attempt-log.ts';
import type { EndpointRun, DeliveryMode } from './endpoint-run.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { attemptOf, attemptOutcomeOf, type Exchange } from './exchange.ts';
import { keepUndelivered } from './keep-undelivered.ts';
import { takeEvent, takeNext } from './take-event.ts';
import type { Target } from './target.ts';

/** When the last exchange may begin, so that it has its full timeout. */
export const lastExchangeOf = ({ calls }: Deadline): Milliseconds => calls - outboundLimits.milliseconds;

interface Sent extends Exchange {
  readonly attempt: EventAttempt;
}

/** An event with the content to send. */
interface Sendable {
  readonly event: OutboxEvent;
  readonly content: EventEnvelope;
  readonly text: string;
}

/**
 * Until when a callback of the platform is tried; null for another event, and for one that was sent again. It counts from when it was
 * stored: the platform may send a callback days late.
 */
const triedUntil = ({ content, turn, expiresAt }: OutboxEvent, divisor: number): Milliseconds | null =>
  content?.type === callbackType && turn === 0 && expiresAt !== null
    ? expiresAt - callbackLifetime + triedLifetime / divisor
    : null;

/** @returns null when the content was erased or has expired, or the event is too old to be sent */
const sendableOf = async (deps: DeliveryDeps, event: OutboxEvent): Promise<Sendable | null> => {
  const now = deps.clock();
  if (event.content === null || (triedUntil(event, deps.divisor) ?? Infinity) < now) return null;
  const text = await eventText(deps.table, event, deps.environment, now);
  return text === null ? null : { event, content: event.content, text };
};

const send = async (
  deps: DeliveryDeps,
  { event, content, text }: Sendable,
  endpointRun: EndpointRun,
  mode: DeliveryMode,
): Promise<Sent> => {
  const at = deps.clock();
  const { destination } = endpointRun.target;
  const { id, requestId } = event;
  const message = { id, requestId, text, limit: endpointRun.handOverAfter };
  const exchange = await endpointRun.watch(() => postSigned(deps.outbound, destination, message, at));
  const { result, outcome, milliseconds } = exchange;
  if (outcome === null) logHandedOver(deps, event, milliseconds, deps.clock());
  else logAttempt(deps, event, content, attemptOutcomeOf(result), milliseconds, deps.clock());
  // Nothing deletes later what an endpoint answers about a customer that is erased, or to a callback.
  const keepsAnswer = !isErasureEvent(content.type) && content.type !== callbackType;
  return { ...exchange, attempt: attemptOf(exchange, at, mode === 'probe', keepsAnswer) };
};

/**
 * Ends an event that the endpoint did not take. When the partner has set another endpoint since, that one gets it at once.
 * @returns whether the event has ended @throws WorkLost
 */
const endFailed = async (
  deps: DeliveryDeps,
  { holder, event }: Taken,
  kind: 'undelivered' | 'given_up',
  { endpoint, outbox }: Target,
): Promise<boolean> => {
  await keepUndelivered(deps, outbox);
  const now = deps.clock();
  const tried = { ...event, attempts: event.attempts + 1 };
  const condition = refusalClause(deps.table, event.partnerId, { kind: 'failed', endpoint });
  try {
    await endEvent(holder, tried, { kind }, now, condition);
  } catch (error) {
    if (!(error instanceof EndpointReplaced)) throw error;
    await postponeEvent(holder, event, now);
    return false;
  }
  if (kind === 'given_up') logGivenUp(deps, tried, now);
  return true;
};

/** Records the outcome of a failed attempt. @returns whether the event has ended @throws WorkLost */
const settleFailed = async (
  deps: DeliveryDeps,
  taken: Taken,
  decision: Exclude<DeliveryDecision, { readonly kind: 'done' }>,
  { target }: EndpointRun,
  mode: DeliveryMode,
): Promise<boolean> => {
  const { holder, event } = taken;
  // The endpoint is gone. The customer's other events end as undelivered as well, when their hints are processed.
  if (decision.kind === 'disable') return endFailed(deps, taken, 'undelivered', target);
  if (mode === 'probe') await parkClaimed(holder, event, deps.clock());
  else if (decision.kind === 'give_up') return endFailed(deps, taken, 'given_up', target);
  else await postponeEvent(holder, { ...event, attempts: event.attempts + 1 }, decision.at);
  return false;
};

/** @returns whether the event has ended, so that the next can be sent @throws WorkLost */
const settle = async (
  deps: DeliveryDeps,
  taken: Taken,
  sent: Sent,
  endpointRun: EndpointRun,
  mode: DeliveryMode,
): Promise<boolean> => {
  const { holder, event } = taken;
  const now = deps.clock();
  const number = event.attempts + 1;
  const { divisor, random } = deps;
  const outcome = attemptOutcomeOf(sent.result);
  const until = triedUntil(event, divisor);
  const decision = decideAfter({ number, outcome, now, random: random(), divisor, until });
  if (decision.kind === 'done') {
    await endEvent(holder, { ...event, attempts: number }, { kind: 'delivered', attempt: sent.attempt }, now);
    await deleteCallbackContent(deps.table, event);
    return true;
  }
  await recordAttempt(deps.table, event, sent.attempt);
  if (sent.outcome !== null) return settleFailed(deps, taken, decision, endpointRun, mode);
  await handOver(holder, event, now);
  return false;
};

/** @returns whether the event has ended; null when the worker lost its lease */
const deliverTaken = async (
  deps: DeliveryDeps,
  taken: Taken,
  endpointRun: EndpointRun,
  mode: DeliveryMode,
): Promise<boolean | null> => {
  const { holder, event } = taken;
  try {
    const sendable = await sendableOf(deps, event);
    if (sendable === null) {
      await keepUndelivered(deps, endpointRun.target.outbox);
      const ended = await unlessLost(endEvent(holder, event, { kind: 'given_up' }, deps.clock()));
      return ended === null ? null : true;
    }
    const sent = await send(deps, sendable, endpointRun, mode);
    return await unlessLost(settle(deps, taken, sent, endpointRun, mode));
  } catch (error) {
    logInterrupted(deps, event, error);
    throw error;
  }
};

/**
 * Delivers a due event whose previous event has ended, and then the customer's next events one at a time, as long as the
 * run may continue. Nothing is sent when the event is not due or has to wait.
 * The event stays due until it ends. After a crash it is sent again with the same id when the lease has expired.
 */
export const deliverEvent = async (deps: DeliveryDeps, key: Key, endpointRun: EndpointRun): Promise<void> => {
  let { mode } = endpointRun;
  for (let taken = await takeEvent(deps, key); taken !== null;) {
    if ((await deliverTaken(deps, taken, endpointRun, mode)) !== true) return;
    taken = await takeNext(deps, taken.event, endpointRun.mayContinue());
    // Only the first event is a probe. The next ones are sent because the probe succeeded.
    mode = 'attempt';
  }
};

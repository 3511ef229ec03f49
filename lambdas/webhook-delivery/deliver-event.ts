import type { Deadline } from '../domain/deadline.ts';
import { eventBody, type EventEnvelope } from '../domain/event.ts';
import { isoOf, type Milliseconds } from '../domain/time.ts';
import type { HealthOutcome } from '../domain/webhook/endpoint-health.ts';
import { decideAfter, isDelivered, isGone, type AttemptOutcome } from '../domain/webhook/retry.ts';
import { work } from '../domain/work.ts';
import { outboundLimits, type OutboundResult } from '../outbound/client.ts';
import { postSigned, type Destination } from '../outbound/signed-post.ts';
import { recordAttempt } from '../store/webhooks/event-attempts.ts';
import { endEvent, type Succession } from '../store/webhooks/event-end.ts';
import { holdClaimed, postponeEvent, putBehind } from '../store/webhooks/event-waits.ts';
import type { Key } from '../store/table/keys.ts';
import { unlessLost } from '../store/table/work.ts';
import { claimEvent, entryKey, readEvent, type Holder, type OutboxEvent } from '../store/webhooks/outbox-events.ts';
import { logAttempt, logGivenUp } from './attempt-log.ts';
import type { DeliveryDeps } from './delivery-deps.ts';

/** When the last exchange may begin that has its whole time. */
export const lastExchangeOf = ({ calls }: Deadline): Milliseconds => calls - outboundLimits.milliseconds;

/** `probe`: to a paused endpoint, whose failure is nobody's attempt. */
export type DeliveryMode = 'attempt' | 'probe';

const outcomeOf = (result: OutboundResult): AttemptOutcome => {
  if (result.kind === 'failed') return { kind: 'failed' };
  return { kind: 'response', status: result.status, retryAfter: result.headers['retry-after'] };
};

export const healthOutcomeOf = (result: OutboundResult): HealthOutcome => {
  const outcome = outcomeOf(result);
  if (isDelivered(outcome)) return 'delivered';
  return isGone(outcome) ? 'gone' : 'failed';
};

/** The same worker goes on with the event behind while there is time for one more exchange. */
const successionAt = (now: Milliseconds, until: Milliseconds): Succession =>
  now < until ? { kind: 'take', until: now + work.event.lease } : { kind: 'release' };

interface Sent {
  readonly result: OutboundResult;
  readonly at: Milliseconds;
}

const send = async (
  deps: DeliveryDeps,
  event: OutboxEvent,
  content: EventEnvelope,
  destination: Destination,
  mode: DeliveryMode,
): Promise<Sent> => {
  const at = deps.clock();
  const result = await postSigned(deps.outbound, destination, event.id, eventBody(content, deps.environment), at);
  await recordAttempt(deps.table, event, {
    at: isoOf(at),
    status: result.kind === 'response' ? result.status : null,
    milliseconds: result.milliseconds,
    error: result.kind === 'failed' ? result.error : null,
    probe: mode === 'probe',
  });
  logAttempt(deps, event, content, outcomeOf(result), result.milliseconds, deps.clock());
  return { result, at };
};

/**
 * What becomes of an event after its attempt. @returns the event behind it, when the worker goes on with that
 * @throws WorkLost
 */
const settle = async (
  deps: DeliveryDeps,
  holder: Holder,
  event: OutboxEvent,
  { result }: Sent,
  mode: DeliveryMode,
  until: Milliseconds,
): Promise<OutboxEvent | null> => {
  const now = deps.clock();
  const number = event.attempts + 1;
  const { divisor, random } = deps;
  const decision = decideAfter({ number, outcome: outcomeOf(result), now, random: random(), divisor });
  const tried = { ...event, attempts: number };
  switch (decision.kind) {
    case 'done':
      return endEvent(holder, tried, 'delivered', now, successionAt(now, until));
    // The endpoint is gone: the events behind have nowhere to go either, and are kept by whoever finds them due.
    case 'disable':
      return endEvent(holder, tried, 'kept', now, { kind: 'release' });
    case 'again':
    case 'give_up':
      break;
  }
  if (mode === 'probe') await holdClaimed(holder, event, now);
  else if (decision.kind === 'again') await postponeEvent(holder, tried, decision.at);
  else {
    const behind = await endEvent(holder, tried, 'given_up', now, successionAt(now, until));
    logGivenUp(deps, tried, now);
    return behind;
  }
  return null;
};

/** Whether the customer's event before is done. When it is not, the event is put behind it. */
const isFirst = async (deps: DeliveryDeps, holder: Holder, event: OutboxEvent): Promise<boolean> => {
  if (event.previous === 0) return true;
  const before = await readEvent(deps.table, entryKey(event, event.previous));
  if (before === null || before.end !== null) return true;
  return !(await putBehind(holder, event));
};

/**
 * Delivers a due event, and then those of the same customer that wait behind it, one after another.
 * After a crash at any point the event is due again when its lease runs out; what was sent is sent again with its id.
 * @param until when the last exchange may begin
 * @returns what the endpoint did, attempt by attempt; nothing when the event was not due or has to wait
 */
export const deliverEvent = async (
  deps: DeliveryDeps,
  key: Key,
  destination: Destination,
  mode: DeliveryMode,
  until: Milliseconds,
): Promise<readonly HealthOutcome[]> => {
  const outcomes: HealthOutcome[] = [];
  const start = deps.clock();
  const holder: Holder = { table: deps.table, lease: deps.newId(start) };
  const claimed = await claimEvent(holder, key, start, start + work.event.lease);
  if (claimed === null || (await unlessLost(isFirst(deps, holder, claimed))) !== true) return outcomes;
  for (let event: OutboxEvent | null = claimed; event !== null;) {
    if (event.content === null) {
      const now = deps.clock();
      event = await unlessLost(endEvent(holder, event, 'given_up', now, successionAt(now, until)));
      continue;
    }
    // Only the first asks whether the endpoint is back: others go because it was.
    const asked = outcomes.length === 0 ? mode : 'attempt';
    const sent = await send(deps, event, event.content, destination, asked);
    outcomes.push(healthOutcomeOf(sent.result));
    event = await unlessLost(settle(deps, holder, event, sent, asked, until));
  }
  return outcomes;
};

import type { Deadline } from '../domain/deadline.ts';
import { eventBody, type EventEnvelope } from '../domain/event.ts';
import { isoOf, type Milliseconds } from '../domain/time.ts';
import { decideAfter } from '../domain/webhook/retry.ts';
import { work } from '../domain/work.ts';
import { outboundLimits } from '../outbound/client.ts';
import { postSigned, type Destination } from '../outbound/signed-post.ts';
import { recordAttempt } from '../store/webhooks/event-attempts.ts';
import { endEvent, type Succession } from '../store/webhooks/event-end.ts';
import { handOver, holdClaimed, postponeEvent, putBehind } from '../store/webhooks/event-waits.ts';
import type { Key } from '../store/table/keys.ts';
import { unlessLost } from '../store/table/work.ts';
import { claimEvent, entryKey, readEvent, type Holder, type OutboxEvent } from '../store/webhooks/outbox-events.ts';
import { logAttempt, logGivenUp, logHandedOver } from './attempt-log.ts';
import type { Course, DeliveryMode } from './course.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { attemptOutcomeOf, type Exchange } from './exchange.ts';

/** When the last exchange may begin that has its whole time. */
export const lastExchangeOf = ({ calls }: Deadline): Milliseconds => calls - outboundLimits.milliseconds;

/** The same worker goes on with the event behind while it may begin one more exchange. */
const successionAt = (now: Milliseconds, course: Course): Succession =>
  course.goesOn() ? { kind: 'take', until: now + work.event.lease } : { kind: 'release' };

const send = async (
  deps: DeliveryDeps,
  event: OutboxEvent,
  content: EventEnvelope,
  destination: Destination,
  course: Course,
  mode: DeliveryMode,
): Promise<Exchange> => {
  const at = deps.clock();
  const body = eventBody(content, deps.environment);
  const exchange = await course.watch(() =>
    postSigned(deps.outbound, destination, event.id, body, at, course.handOverAfter),
  );
  const { result, outcome } = exchange;
  const why = outcome === null ? 'handed_over' : result.kind === 'failed' ? result.error : null;
  await recordAttempt(deps.table, event, {
    at: isoOf(at),
    status: result.kind === 'response' ? result.status : null,
    milliseconds: result.milliseconds,
    error: why,
    probe: mode === 'probe',
  });
  if (outcome === null) logHandedOver(deps, event, result.milliseconds, deps.clock());
  else logAttempt(deps, event, content, attemptOutcomeOf(result), result.milliseconds, deps.clock());
  return exchange;
};

/**
 * What becomes of an event after its attempt. @returns the event behind it, when the worker goes on with that
 * @throws WorkLost
 */
const settle = async (
  deps: DeliveryDeps,
  holder: Holder,
  event: OutboxEvent,
  { result, outcome }: Exchange,
  course: Course,
  mode: DeliveryMode,
): Promise<OutboxEvent | null> => {
  const now = deps.clock();
  if (outcome === null) {
    await handOver(holder, event, now);
    return null;
  }
  const number = event.attempts + 1;
  const { divisor, random } = deps;
  const decision = decideAfter({ number, outcome: attemptOutcomeOf(result), now, random: random(), divisor });
  const tried = { ...event, attempts: number };
  switch (decision.kind) {
    case 'done':
      return endEvent(holder, tried, 'delivered', now, successionAt(now, course));
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
    const behind = await endEvent(holder, tried, 'given_up', now, successionAt(now, course));
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
 * Delivers a due event, and then those of the same customer that wait behind it, one after another, as the course goes.
 * Nothing is sent when the event was not due or has to wait.
 * After a crash at any point the event is due again when its lease runs out; what was sent is sent again with its id.
 */
export const deliverEvent = async (
  deps: DeliveryDeps,
  key: Key,
  destination: Destination,
  course: Course,
): Promise<void> => {
  const start = deps.clock();
  const holder: Holder = { table: deps.table, lease: deps.newId(start) };
  const claimed = await claimEvent(holder, key, start, start + work.event.lease);
  if (claimed === null || (await unlessLost(isFirst(deps, holder, claimed))) !== true) return;
  let { mode } = course;
  for (let event: OutboxEvent | null = claimed; event !== null;) {
    if (event.content === null) {
      const now = deps.clock();
      event = await unlessLost(endEvent(holder, event, 'given_up', now, successionAt(now, course)));
      continue;
    }
    const exchange = await send(deps, event, event.content, destination, course, mode);
    event = await unlessLost(settle(deps, holder, event, exchange, course, mode));
    // Only the first asks whether the endpoint is back: others go because it was.
    mode = 'attempt';
  }
};

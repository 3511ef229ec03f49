import type { DeliveryDeps } from '../delivery/delivery-deps.ts';
import { deliverEvent, lastExchangeOf } from '../delivery/deliver-event.ts';
import { recordOutcomes } from '../delivery/endpoint-outcomes.ts';
import { openEndpointRun } from '../delivery/endpoint-run.ts';
import { slotTime } from '../delivery/send-events.ts';
import { openTarget, type SendableTarget } from '../delivery/target.ts';
import { keys } from '../../store/table/keys.ts';
import { getItem } from '../../store/table/read.ts';
import { releaseConcurrencySlot, takeConcurrencySlot } from '../../store/webhooks/concurrency-slots.ts';
import type { ListedEvent } from '../../store/webhooks/event-list.ts';
import { readWaitingUpTo } from '../../store/webhooks/event-order.ts';
import { hurryEvent } from '../../store/webhooks/event-waits.ts';
import { entryKey, eventIn } from '../../store/webhooks/outbox-events.ts';
import type { ResendRow } from '../../store/webhooks/resends.ts';
import { readWebhookTarget } from '../../store/webhooks/webhook-endpoints.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';

/** How long the events after a probe may begin exchanges. */
const probeTime: Milliseconds = 15_000;

/**
 * `busy`: another probe is running. `near`: it is about to be sent. `done`: it was delivered or given up. `waits`: the endpoint
 * did not take it, or an event before it.
 */
type RetryOutcome = 'busy' | 'near' | 'done' | 'waits';

/** Probes a paused endpoint with an event, and sends the customer's next ones when it is delivered. @returns false while another retry probes */
const probeWith = async (deps: DeliveryDeps, target: SendableTarget, { event }: ListedEvent): Promise<boolean> => {
  const now = deps.clock();
  const slot = await takeConcurrencySlot(deps.table, event.partnerId, 1, now, now + slotTime, deps.random);
  if (slot === null) return false;
  try {
    const until = Math.min(now + probeTime, lastExchangeOf(deps.deadline));
    const options = { mode: 'probe', handOverAfter: null, stopsWhenUnanswered: false, until } as const;
    const endpointRun = openEndpointRun(deps, { target: await openTarget(deps, target), ...options });
    await deliverEvent(deps, entryKey(event), endpointRun);
    await recordOutcomes(deps, endpointRun);
    return true;
  } finally {
    await releaseConcurrencySlot(deps.table, slot);
  }
};

/** Whether an event waits no longer than a worker takes to get to it. */
const isNear = ({ state, nextAttemptAt }: ListedEvent, isPaused: boolean, now: Milliseconds): boolean =>
  state === 'parked' ? !isPaused : nextAttemptAt === null || nextAttemptAt <= isoOf(now);

/** Makes an event and those before it due. A paused endpoint is probed with the first of them. */
const begin = async (
  deps: DeliveryDeps,
  waiting: readonly ListedEvent[],
  first: ListedEvent,
  target: SendableTarget | null,
): Promise<RetryOutcome> => {
  const now = deps.clock();
  // One that is blocked becomes due when the one before it ends.
  const late = waiting.filter((one) => one.state !== 'blocked' && !one.event.reachesWorker(now));
  for (const { event } of late) await hurryEvent(deps.table, event, now);
  return target === null || (await probeWith(deps, target, first)) ? 'near' : 'busy';
};

/**
 * Tries an event at once that waits for its next attempt, its endpoint, or an earlier event of its customer: that one is tried
 * first. @param begun whether they were made due already
 */
export const retryEvent = async (
  deps: DeliveryDeps,
  partnerId: string,
  { customerId, number }: ResendRow,
  begun: boolean,
): Promise<RetryOutcome> => {
  const waiting = await readWaitingUpTo(deps.table, partnerId, customerId, number);
  const [first] = waiting;
  if (first === undefined) {
    const ended = eventIn(await getItem(deps.table, keys.historyEntry(partnerId, customerId, number)));
    return ended?.end === 'undelivered' ? 'waits' : 'done';
  }
  const { endpoint, ...rest } = await readWebhookTarget(deps.table, partnerId);
  const isPaused = rest.outbox.health.state === 'paused';
  if (!begun) return begin(deps, waiting, first, isPaused && endpoint !== null ? { endpoint, ...rest } : null);
  return isNear(first, isPaused, deps.clock()) ? 'near' : 'waits';
};

import { work } from '../../kernel/work.ts';
import {
  claimEvent,
  entryKey,
  eventLease,
  makeEventDue,
  type Holder,
  type OutboxEvent,
} from '../../store/webhooks/outbox-events.ts';
import type { Taken } from '../../store/webhooks/event-end.ts';
import { readWithPrevious, readNext } from '../../store/webhooks/event-order.ts';
import { followPrevious } from '../../store/webhooks/event-waits.ts';
import type { Key } from '../../store/table/keys.ts';
import { unlessLost } from '../../store/table/work.ts';
import type { DeliveryDeps } from './delivery-deps.ts';

/** Claims a due event, whether the customer's previous event has ended or not. */
export const takeDue = async ({ table, newId, clock }: DeliveryDeps, key: Key): Promise<Taken | null> => {
  const now = clock();
  const holder: Holder = { table, lease: eventLease(now + work.event.lease, newId(now)) };
  const event = await claimEvent(holder, key, now);
  return event === null ? null : { holder, event };
};

/**
 * Claims a due event whose previous event has ended. When a worker delivers or will deliver the previous event, nothing is
 * claimed: that worker looks for this event afterwards. When the previous event waits for longer, this one becomes its
 * follower, so that no polling is needed.
 */
export const takeEvent = async (deps: DeliveryDeps, key: Key): Promise<Taken | null> => {
  const found = await readWithPrevious(deps.table, key);
  const now = deps.clock();
  if (found === null || found.event.end !== null) return null;
  const { before } = found;
  if (before === null || before.end !== null) return takeDue(deps, key);
  if (before.reachesWorker(now)) return null;
  const taken = await takeDue(deps, key);
  if (taken === null || (await unlessLost(followPrevious(taken.holder, taken.event))) !== false) return null;
  return taken;
};

/**
 * Looks for the customer's next event after one has ended. A worker that received its hint earlier left it to this one.
 * @param mayContinue whether this worker claims it; otherwise its hint is sent again
 */
export const takeNext = async (deps: DeliveryDeps, done: OutboxEvent, mayContinue: boolean): Promise<Taken | null> => {
  const next = await readNext(deps.table, done);
  const now = deps.clock();
  if (next === null || next.end !== null || !next.reachesWorker(now)) return null;
  if (mayContinue) return takeDue(deps, entryKey(next));
  await makeEventDue(deps.table, entryKey(next), now);
  return null;
};

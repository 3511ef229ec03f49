import { work } from '../domain/work.ts';
import {
  claimEvent,
  entryKey,
  eventLease,
  wakeEvent,
  type Holder,
  type OutboxEvent,
} from '../store/webhooks/outbox-events.ts';
import { readInOrder, readNext } from '../store/webhooks/event-order.ts';
import { putBehind } from '../store/webhooks/event-waits.ts';
import type { Key } from '../store/table/keys.ts';
import { unlessLost } from '../store/table/work.ts';
import type { DeliveryDeps } from './delivery-deps.ts';

/** An event that a worker has, with the lease that it has it by. */
export interface Taken {
  readonly holder: Holder;
  readonly event: OutboxEvent;
}

/** Takes a due event, whether it is its turn or not. */
export const takeDue = async ({ table, newId, clock }: DeliveryDeps, key: Key): Promise<Taken | null> => {
  const now = clock();
  const holder: Holder = { table, lease: eventLease(now + work.event.lease, newId(now)) };
  const event = await claimEvent(holder, key, now);
  return event === null ? null : { holder, event };
};

/**
 * Takes a due event whose turn it is. When the customer's event before is not done, nothing is taken: the worker that
 * has that one, or gets it by its hint, looks for this one at its end. One that waits for longer knows this one as its
 * follower, so that nobody looks again and again.
 */
export const takeEvent = async (deps: DeliveryDeps, key: Key): Promise<Taken | null> => {
  const found = await readInOrder(deps.table, key);
  const now = deps.clock();
  if (found === null || found.event.end !== null) return null;
  const { before } = found;
  if (before === null || before.end !== null) return takeDue(deps, key);
  if (before.comesBy(now)) return null;
  const taken = await takeDue(deps, key);
  if (taken === null || (await unlessLost(putBehind(taken.holder, taken.event))) !== false) return null;
  return taken;
};

/**
 * Looks for the customer's next event after one was done: the worker that met it before left it to this one.
 * @param goesOn whether this worker takes it; otherwise it is hinted at again
 */
export const takeNext = async (deps: DeliveryDeps, done: OutboxEvent, goesOn: boolean): Promise<Taken | null> => {
  const next = await readNext(deps.table, done);
  const now = deps.clock();
  if (next === null || next.end !== null || !next.comesBy(now)) return null;
  if (goesOn) return takeDue(deps, entryKey(next));
  await wakeEvent(deps.table, entryKey(next), now);
  return null;
};

import type { Milliseconds } from '../domain/time.ts';
import { work } from '../domain/work.ts';
import { endEvent, type Succession } from '../store/webhooks/event-end.ts';
import type { Key } from '../store/table/keys.ts';
import { unlessLost } from '../store/table/work.ts';
import { claimEvent, type Holder, type OutboxEvent } from '../store/webhooks/outbox-events.ts';
import type { DeliveryDeps } from './delivery-deps.ts';

/**
 * Ends a due event that no endpoint can take, and those of its customer behind it: they are kept for the operator.
 * @param until when to leave the rest to others
 * @returns whether it was due
 */
export const keepEvent = async (deps: DeliveryDeps, key: Key, until: Milliseconds): Promise<boolean> => {
  const start = deps.clock();
  const holder: Holder = { table: deps.table, lease: deps.newId(start) };
  let event: OutboxEvent | null = await claimEvent(holder, key, start, start + work.event.lease);
  const isDue = event !== null;
  while (event !== null) {
    const now = deps.clock();
    const goesOn = now < until;
    const succession: Succession = goesOn ? { kind: 'take', until: now + work.event.lease } : { kind: 'release' };
    event = await unlessLost(endEvent(holder, event, 'kept', now, succession));
  }
  return isDue;
};

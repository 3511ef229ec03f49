import type { Milliseconds } from '../domain/time.ts';
import { endEvent } from '../store/webhooks/event-end.ts';
import type { Holder } from '../store/webhooks/event-holder.ts';
import type { Key } from '../store/table/keys.ts';
import { claimEvent, type OutboxEvent } from '../store/webhooks/outbox-events.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { eventLease } from './deliver-event.ts';

/**
 * Ends a due event that no endpoint can take, and those of its customer behind it: they are kept for the operator.
 * @param until when to leave the rest to others
 * @returns whether it was due
 */
export const keepEvent = async (deps: DeliveryDeps, key: Key, until: Milliseconds): Promise<boolean> => {
  const start = deps.clock();
  const holder: Holder = { table: deps.table, patience: deps.patience, lease: deps.newId(start) };
  let event: OutboxEvent | null = await claimEvent(deps.table, key, start, start + eventLease, holder.lease);
  const isDue = event !== null;
  while (event !== null) {
    const now = deps.clock();
    const goesOn = now < until;
    event = await endEvent(
      holder,
      event,
      'kept',
      now,
      goesOn ? { kind: 'take', until: now + eventLease } : { kind: 'release' },
    );
  }
  return isDue;
};

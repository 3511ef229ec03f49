import type { Milliseconds } from '../domain/time.ts';
import { endEvent } from '../store/webhooks/event-end.ts';
import type { Key } from '../store/table/keys.ts';
import { unlessLost } from '../store/table/work.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { takeDue, takeNext } from './take-event.ts';

/**
 * Ends a due event that no endpoint can take, and the customer's next events, as undelivered. The operator can resend them.
 * @param until when to stop; the rest is processed by their own hints
 * @returns whether it was due
 */
export const endUndelivered = async (deps: DeliveryDeps, key: Key, until: Milliseconds): Promise<boolean> => {
  let taken = await takeDue(deps, key);
  const isDue = taken !== null;
  while (taken !== null) {
    const now = deps.clock();
    const ended = await unlessLost(endEvent(taken.holder, taken.event, { kind: 'undelivered' }, now).then(() => true));
    taken = ended === true ? await takeNext(deps, taken.event, now < until) : null;
  }
  return isDue;
};

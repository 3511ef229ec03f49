import type { Milliseconds } from '../domain/time.ts';
import { endEvent } from '../store/webhooks/event-end.ts';
import type { Key } from '../store/table/keys.ts';
import { unlessLost } from '../store/table/work.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { takeDue, takeNext } from './take-event.ts';

/**
 * Ends a due event that no endpoint can take, and those of its customer after it: they are kept for the operator.
 * @param until when to leave the rest to others
 * @returns whether it was due
 */
export const keepEvent = async (deps: DeliveryDeps, key: Key, until: Milliseconds): Promise<boolean> => {
  let taken = await takeDue(deps, key);
  const isDue = taken !== null;
  while (taken !== null) {
    const now = deps.clock();
    const ended = await unlessLost(endEvent(taken.holder, taken.event, { kind: 'kept' }, now).then(() => true));
    taken = ended === true ? await takeNext(deps, taken.event, now < until) : null;
  }
  return isDue;
};

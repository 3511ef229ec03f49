import { atStep, counting, type ErasureStep } from '../../../domain/erasure-progress.ts';
import type { Milliseconds } from '../../../kernel/time.ts';
import {
  eraseHour,
  eraseParked,
  eraseWaiting,
  foldsEnded,
  hoursWithEvents,
} from '../../../store/delivery/erase-events.ts';
import type { HeldErasure } from '../held-erasure.ts';
import type { StepOutcome } from '../step-outcome.ts';

/** Until the events are stored that were folded during a pass. */
const settling: Milliseconds = 3_000;

/** How far a pass has come, over several invocations: the last hour that is done, and after a `!` that it has found something. */
const placeOf = (cursor: string | null) => ({
  hour: cursor === null ? null : Number.parseInt(cursor, 10),
  found: cursor?.endsWith('!') === true ? 1 : 0,
});

/** One pass over waiting reports, parked reports and the hours. @returns how many were erased */
const pass = async (held: HeldErasure, step: ErasureStep): Promise<number> => {
  const { partnerId, customerId, cursor } = held.erasure;
  const place = placeOf(cursor);
  const waiting = await eraseWaiting(held.deps, partnerId, customerId);
  // Their events are in the hours that are read next.
  const isFolded = await foldsEnded(held.deps, partnerId, held.deps.clock);
  const hours = await hoursWithEvents(held.deps.index, partnerId, customerId);
  const parked = await eraseParked(held.deps, partnerId, customerId);
  let found = place.found + waiting.events + waiting.copies + parked.events + parked.copies + (isFolded ? 0 : 1);
  const begun = found > 0 ? atStep(held.erasure, step, `${place.hour ?? -1}!`) : held.erasure;
  await held.note(counting(begun, { events: waiting.events + parked.events }));
  for (const hour of hours.filter((one) => place.hour === null || one > place.hour)) {
    const { events, copies } = await eraseHour(held.deps, partnerId, customerId, hour);
    found += copies;
    await held.note(counting(atStep(held.erasure, step, `${hour}${found > 0 ? '!' : ''}`), { events }));
  }
  return found;
};

/** Whether a whole pass found nothing. A pass may miss events that are folded meanwhile. */
const isClean = async (held: HeldErasure, step: ErasureStep): Promise<boolean> => (await pass(held, step)) === 0;

/** Removes every identifier from the customer's delivery events, in passes until one finds nothing. */
export const scrubDeliveries = async (held: HeldErasure): Promise<StepOutcome> =>
  (await isClean(held, 'deliveries'))
    ? { kind: 'go', next: atStep(held.erasure, 'finish') }
    : { kind: 'wait', next: atStep(held.erasure, 'deliveries'), time: settling };

/** Repeats the passes after the end, for events whose fold began before the customer was closed. */
export const lookAfterwards = async (held: HeldErasure): Promise<StepOutcome> =>
  (await isClean(held, 'afterwards'))
    ? { kind: 'rest' }
    : { kind: 'wait', next: atStep(held.erasure, 'afterwards'), time: settling };

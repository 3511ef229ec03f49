import { atStep, counting, type ErasureStep } from '../../domain/erasure-progress.ts';
import { eraseHour, hoursWithEvents } from '../../store/delivery/erase-events.ts';
import type { HeldErasure } from '../held-erasure.ts';
import type { StepOutcome } from '../step-outcome.ts';

/** Passes over the hours; a pass that found nothing is the last. */
const mostPasses = 20;

/** One pass. The cursor is the hour that was done last. @returns how many events were freed */
const pass = async (held: HeldErasure, step: ErasureStep): Promise<number> => {
  const { partnerId, customerId, cursor } = held.erasure;
  const hours = await hoursWithEvents(held.deps.index, partnerId, customerId);
  let found = 0;
  for (const hour of hours.filter((one) => cursor === null || one > Number(cursor))) {
    const events = await eraseHour(held.deps, partnerId, customerId, hour);
    found += events;
    await held.note(counting(atStep(held.erasure, step, String(hour)), { events }));
  }
  await held.note(atStep(held.erasure, step));
  return found;
};

/** Passes until one finds nothing, for what is folded while a pass goes on may be missed by it. */
const passes = async (held: HeldErasure, step: ErasureStep): Promise<void> => {
  const resumed = held.erasure.cursor !== null;
  if (resumed) await pass(held, step);
  for (let count = 0; count < mostPasses; count += 1) if ((await pass(held, step)) === 0) return;
  throw new Error('the delivery events of a customer that is being erased keep coming back');
};

/** Frees the customer's delivery events of every identifier. */
export const scrubDeliveries = async (held: HeldErasure): Promise<StepOutcome> => {
  await passes(held, 'deliveries');
  return { kind: 'go', next: atStep(held.erasure, 'finish') };
};

/** The same once more, after the end: what a fold had in its hands when the customer was closed is there by now. */
export const lookAfterwards = async (held: HeldErasure): Promise<StepOutcome> => {
  await passes(held, 'afterwards');
  return { kind: 'rest' };
};

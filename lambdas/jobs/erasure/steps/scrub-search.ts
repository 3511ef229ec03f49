import { atStep } from '../../../domain/erasure-progress.ts';
import type { Milliseconds } from '../../../kernel/time.ts';
import { eraseRows } from '../../../store/search/erase-rows.ts';
import type { HeldErasure } from '../held-erasure.ts';
import type { StepOutcome } from '../step-outcome.ts';

/** Until a fold of the index may have ended. */
const pause: Milliseconds = 3_000;

/** Removes the customer from the blocks of the partner's search index. */
export const scrubSearch = async (held: HeldErasure): Promise<StepOutcome> => {
  const { partnerId, customerId } = held.erasure;
  const isErased = await eraseRows(held.deps, partnerId, 'C', [customerId]);
  return isErased
    ? { kind: 'go', next: atStep(held.erasure, 'belongings') }
    : { kind: 'wait', next: atStep(held.erasure, 'search'), time: pause };
};

import { atStep, type ErasureStep } from '../../domain/erasure-progress.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { retryPause, work } from '../../kernel/work.ts';
import type { BegunBy } from '../../runtime/run-work.ts';
import { erasureOf } from '../../store/erasure/erasures.ts';
import type { WorkKey } from '../../store/table/keys.ts';
import { claimWork, unlessLost } from '../../store/table/work.ts';
import { TimeUp, WorkLost } from '../../kernel/errors.ts';
import { failErasure, finishErasure } from './end-erasure.ts';
import type { ErasureDeps } from './erasure-deps.ts';
import { HeldErasure } from './held-erasure.ts';
import type { StepOutcome } from './step-outcome.ts';
import { eraseMerged } from './steps/erase-merged.ts';
import { scrubBelongings } from './steps/scrub-belongings.ts';
import { lookAfterwards, scrubDeliveries } from './steps/scrub-deliveries.ts';
import { scrubHistory } from './steps/scrub-history.ts';
import { scrubImports } from './steps/scrub-imports.ts';
import { scrubOthers } from './steps/scrub-others.ts';
import { deactivateInstances } from './steps/deactivate-instances.ts';
import { scrubSearch } from './steps/scrub-search.ts';
import { wipeRecord } from './steps/wipe-record.ts';

const steps: Readonly<Record<ErasureStep, (held: HeldErasure) => Promise<StepOutcome>>> = {
  instances: deactivateInstances,
  record: wipeRecord,
  search: scrubSearch,
  belongings: scrubBelongings,
  merged: eraseMerged,
  history: scrubHistory,
  others: scrubOthers,
  imports: scrubImports,
  deliveries: scrubDeliveries,
  finish: () => Promise.resolve({ kind: 'finish' }),
  afterwards: lookAfterwards,
};

/** Does one step. @returns whether the next step can begin at once */
const advance = async (held: HeldErasure): Promise<boolean> => {
  const outcome = await steps[held.erasure.step](held);
  switch (outcome.kind) {
    case 'go':
      await held.note({ ...outcome.next, failures: 0 });
      return true;
    case 'wait':
      await held.pause({ ...outcome.next, failures: 0 }, held.deps.clock() + outcome.time);
      return false;
    case 'fail':
      await failErasure(held, outcome.failed);
      return false;
    case 'finish':
      if (await finishErasure(held)) return false;
      await held.note(atStep(held.erasure, 'merged'));
      return true;
    case 'rest':
      await held.finish();
      return false;
  }
};

/** Postpones the erasure after an error, for growing pauses. It fails after the last try. */
const giveBack = async (held: HeldErasure): Promise<void> => {
  const { deps, erasure } = held;
  const failures = erasure.failures + 1;
  if (failures >= work.erasure.retry.tries && erasure.state === 'running') {
    return failErasure(held, { instancesFailed: 0, customersFailed: 0 });
  }
  await held.pause({ ...erasure, failures }, deps.clock() + retryPause('erasure', failures));
};

/**
 * Continues an erasure that is due, until it ends, has to wait, or the time of the invocation ends. The next worker
 * continues after a crash. An error of a step is thrown after the erasure was postponed.
 * @throws WorkLost
 */
export const eraseCustomer = async (
  deps: ErasureDeps,
  key: WorkKey<'erasure'>,
  until: Milliseconds,
  begunBy: BegunBy,
): Promise<void> => {
  const claim = await claimWork(deps, key);
  if (claim === null) return;
  const erasure = erasureOf(claim.item);
  begunBy(erasure.cause.requestId);
  const held = new HeldErasure(deps, erasure, claim.lease, until);
  try {
    while (await advance(held));
  } catch (error) {
    if (error instanceof WorkLost) throw error;
    if (error instanceof TimeUp) return held.pause(held.erasure, deps.clock());
    await unlessLost(giveBack(held));
    throw error;
  }
};

import { leaseEnd } from '../domain/deadline.ts';
import type { DueHint } from '../domain/due.ts';
import { atStep, type Erasure, type ErasureStep } from '../domain/erasure-progress.ts';
import type { Milliseconds } from '../domain/time.ts';
import { claimDue } from '../store/table/due.ts';
import { ErasureLost, erasureOf, putBack } from '../store/erasure/erasures.ts';
import { failErasure, finishErasure } from './end-erasure.ts';
import type { ErasureDeps } from './erasure-deps.ts';
import { erasureLease, HeldErasure, TimeUp } from './held-erasure.ts';
import type { StepOutcome } from './step-outcome.ts';
import { scrubBelongings } from './steps/scrub-belongings.ts';
import { lookAfterwards, scrubDeliveries } from './steps/scrub-deliveries.ts';
import { scrubHistory } from './steps/scrub-history.ts';
import { scrubOthers } from './steps/scrub-others.ts';
import { takeLinesDown } from './steps/take-lines-down.ts';
import { wipeRecord } from './steps/wipe-record.ts';

const steps: Readonly<Record<ErasureStep, (held: HeldErasure) => Promise<StepOutcome>>> = {
  lines: takeLinesDown,
  record: wipeRecord,
  belongings: scrubBelongings,
  history: scrubHistory,
  others: scrubOthers,
  deliveries: scrubDeliveries,
  finish: () => Promise.resolve({ kind: 'finish' }),
  afterwards: lookAfterwards,
};

/** Does one step. @returns whether the next one can begin at once */
const advance = async (held: HeldErasure): Promise<boolean> => {
  const { deps, lease } = held;
  const outcome = await steps[held.erasure.step](held);
  switch (outcome.kind) {
    case 'go':
      await held.note({ ...outcome.next, troubles: 0 });
      return true;
    case 'wait':
      await putBack(deps.table, { ...outcome.next, troubles: 0 }, lease, deps.clock() + outcome.time);
      return false;
    case 'fail':
      await failErasure(held, outcome.linesFailed);
      return false;
    case 'finish':
      if (await finishErasure(held)) return false;
      await held.note(atStep(held.erasure, 'history'));
      return true;
    case 'rest':
      await putBack(deps.table, held.erasure, lease, null);
      return false;
  }
};

/** Breaking off so often in a row, it is not a thing that passes. */
const mostTroubles = 12;
const shortestPause: Milliseconds = 5_000;
const longestPause: Milliseconds = 10 * 60_000;

/** Gives the erasure back after a step broke off, for a while that grows; in the end it has failed. */
const giveBack = async (held: HeldErasure): Promise<void> => {
  const { deps, lease, erasure } = held;
  const troubles = erasure.troubles + 1;
  if (troubles >= mostTroubles && erasure.state === 'running') return failErasure(held, 0);
  const pause = Math.min(longestPause, shortestPause * 2 ** troubles);
  await putBack(deps.table, { ...erasure, troubles }, lease, deps.clock() + pause);
};

const carryOn = async (held: HeldErasure): Promise<void> => {
  while (await advance(held));
};

/**
 * Carries an erasure on, when it is due, from where it stands, until it ends, has to wait, or the time is up. A worker
 * that dies at any point leaves it to the next one. What breaks a step off is thrown after the erasure was put back.
 */
export const eraseCustomer = async (deps: ErasureDeps, hint: DueHint, until: Milliseconds): Promise<void> => {
  const now = deps.clock();
  const lease = deps.newId(now);
  const item = await claimDue(deps.table, hint, now, leaseEnd(deps.deadline, now, erasureLease), lease);
  if (item === null) return;
  const erasure: Erasure = erasureOf(item);
  const held = new HeldErasure(deps, erasure, lease, until);
  try {
    await carryOn(held);
  } catch (error) {
    if (error instanceof ErasureLost) return;
    if (error instanceof TimeUp) return putBack(deps.table, held.erasure, lease, deps.clock());
    await giveBack(held);
    throw error;
  }
};

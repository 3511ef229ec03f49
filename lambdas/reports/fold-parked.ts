import { isDeepStrictEqual } from 'node:util';
import type { ParkedReport } from '../domain/delivery/parked-report.ts';
import type { WaitingReport } from '../domain/delivery/waiting-report.ts';
import type { Deadline } from '../kernel/deadline.ts';
import { WorkLost } from '../kernel/errors.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { retryPause } from '../kernel/work.ts';
import type { ForgetReports } from './forgotten-reports.ts';
import { foldWork, workOf, type FoldScopesDeps } from './scope-work.ts';
import {
  heldScope,
  nextParked,
  parkedScopeOf,
  removeParked,
  type ParkDeps,
  type ParkedScope,
} from '../store/delivery/parked-reports.ts';
import type { WorkKey } from '../store/table/keys.ts';
import { claimWork, paused, record, removeWork, unlessLost } from '../store/table/work.ts';
import { changesOf, type ReadMessages } from './parked-changes.ts';

export interface FoldParkedDeps extends ParkDeps, FoldScopesDeps {
  readonly forget: ForgetReports;
  readonly readMessages: ReadMessages;
  /** Adds reports to the journal, which stores them until they are folded. */
  readonly journal: (partnerId: string, reports: readonly WaitingReport[]) => Promise<void>;
  readonly deadline: Deadline;
  /** Is called with the number of reports that stay parked after a failed try. */
  readonly onParked: (reports: number) => void;
}

/**
 * Folds parked reports into the index of their scope, or adds them to the journal. Their events are read now, so those of an
 * erased customer have no identifiers.
 */
export const foldBatch = async (
  deps: Pick<FoldParkedDeps, 'forget' | 'readMessages' | 'journal'> & FoldScopesDeps,
  { partnerId, scope }: Pick<ParkedScope, 'partnerId' | 'scope'>,
  parked: readonly ParkedReport[],
): Promise<void> => {
  const reports = await deps.forget(partnerId, await changesOf(deps.readMessages, parked));
  if (reports.length === 0) return;
  if (scope === null) {
    await deps.journal(partnerId, reports);
    return;
  }
  for (const work of workOf(partnerId, reports)) {
    if (isDeepStrictEqual(work.scope, scope)) await foldWork(deps, work);
  }
};

/** @returns whether all were folded before the time was up */
const foldAll = async (deps: FoldParkedDeps, parked: ParkedScope, until: Milliseconds): Promise<boolean> => {
  for (;;) {
    const batch = await nextParked(deps.table, parked.partnerId, parked.scope, '');
    if (batch === null) return true;
    if (deps.clock() >= until) return false;
    try {
      await foldBatch(deps, parked, batch.reports);
    } catch (error) {
      deps.onParked(batch.reports.length);
      throw error;
    }
    await removeParked(deps.table, parked, batch.id);
  }
};

/**
 * Folds a scope's parked reports, the oldest first, and retries later after a failure. When a worker dies after a fold, the
 * next one folds the same reports again. That counts nothing twice, because the index knows them by their ids.
 * @param until when to stop; the next run folds the rest @throws WorkLost
 */
export const foldParked = async (
  deps: FoldParkedDeps,
  work: WorkKey<'parkedReports'>,
  until: Milliseconds,
): Promise<void> => {
  const claim = await claimWork(deps, work);
  if (claim === null) return;
  const parked = parkedScopeOf(claim.item);
  const held = heldScope(deps.table, parked, claim.lease);
  try {
    const isEmpty = await foldAll(deps, parked, until);
    if (isEmpty && (await removeWork(held, parked.revision))) return;
    await record(held, { ...paused(deps.clock()), failures: 0 });
  } catch (error) {
    if (error instanceof WorkLost) throw error;
    const failures = parked.failures + 1;
    const due = deps.clock() + retryPause('parkedReports', failures);
    await unlessLost(record(held, { ...paused(due), failures }));
    throw error;
  }
};

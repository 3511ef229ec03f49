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
  noteUnparked,
  parkedScopeOf,
  removeParked,
  type ParkDeps,
  type ParkedScope,
} from '../store/delivery/parked-reports.ts';
import { foldedStay } from '../store/delivery/folded-chunks.ts';
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

/**
 * Folds the batches that are not folded, and deletes those that were folded long enough ago: an eventually consistent read of the index may
 * be behind, and a reader reads the parked reports first.
 * @returns when to go on; null when no batch is left
 */
const foldAll = async (
  deps: FoldParkedDeps,
  parked: ParkedScope,
  until: Milliseconds,
): Promise<Milliseconds | null> => {
  const { table, clock } = deps;
  let next: Milliseconds | null = null;
  let batch = await nextParked(table, parked.partnerId, parked.scope, '');
  for (; batch !== null; batch = await nextParked(table, parked.partnerId, parked.scope, batch.id)) {
    if (clock() >= until) return clock();
    if (batch.foldedAt !== null && batch.foldedAt + foldedStay <= clock()) {
      await removeParked(table, parked, batch.id);
      continue;
    }
    if (batch.foldedAt === null) {
      try {
        await foldBatch(deps, parked, batch.reports);
      } catch (error) {
        deps.onParked(batch.reports.length);
        throw error;
      }
      await noteUnparked(table, parked, batch.id, clock());
    }
    next ??= clock() + foldedStay;
  }
  return next;
};

/**
 * Folds a scope's parked reports, the oldest first, deletes them a little later, and retries after a failure. When a worker dies after a fold, the
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
    const next = await foldAll(deps, parked, until);
    if (next === null && (await removeWork(held, parked.revision))) return;
    await record(held, { ...paused(next ?? deps.clock()), failures: 0 });
  } catch (error) {
    if (error instanceof WorkLost) throw error;
    const failures = parked.failures + 1;
    const due = deps.clock() + retryPause('parkedReports', failures);
    await unlessLost(record(held, { ...paused(due), failures }));
    throw error;
  }
};

import { isDeepStrictEqual } from 'node:util';
import type { ParkedReport } from '../domain/delivery/parked-report.ts';
import type { WaitingReport } from '../domain/delivery/waiting-report.ts';
import type { Deadline } from '../domain/deadline.ts';
import { WorkLost } from '../domain/errors.ts';
import type { Milliseconds } from '../domain/time.ts';
import { retryPause } from '../domain/work.ts';
import type { ForgetReports } from '../report-rollup/forgotten-reports.ts';
import { foldWork, workOf, type FoldScopesDeps } from '../report-rollup/scope-work.ts';
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
  /** Keeps reports for all their scopes until they are folded. */
  readonly journal: (partnerId: string, reports: readonly WaitingReport[]) => Promise<void>;
  readonly deadline: Deadline;
  /** Hears how many reports stay parked after a try. */
  readonly onParked: (reports: number) => void;
}

/**
 * Brings reports to the index that they were parked for, or to the journal, as they are by now: an erased customer's come
 * without identifiers.
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
 * Brings a scope's parked reports to its index, the oldest first, and tries again later when it does not take them.
 * A worker that dies after a fold leaves reports parked that the index has: it knows them by their ids.
 * @param until when to stop and leave the rest for the next time @throws WorkLost
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

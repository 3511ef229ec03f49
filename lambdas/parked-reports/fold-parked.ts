import { isDeepStrictEqual } from 'node:util';
import type { ParkedReport } from '../domain/delivery/parked-report.ts';
import type { DueHint } from '../domain/due.ts';
import type { Milliseconds } from '../domain/time.ts';
import type { ForgetReports } from '../report-rollup/forgotten-reports.ts';
import { foldWork, workOf, type FoldScopesDeps } from '../report-rollup/scope-work.ts';
import {
  endParked,
  nextParked,
  parkedScopeOf,
  putParkedBack,
  removeParked,
  type ParkDeps,
  type ParkedScope,
} from '../store/delivery/parked-reports.ts';
import { claimDue } from '../store/table/due.ts';
import { changesOf, type ReadMessages } from './parked-changes.ts';

export interface FoldParkedDeps extends ParkDeps, FoldScopesDeps {
  readonly forget: ForgetReports;
  readonly readMessages: ReadMessages;
  /** Hears how many reports stay parked after a try. */
  readonly onParked: (reports: number) => void;
}

const minute: Milliseconds = 60_000;
/** Longer than a worker lives. */
const leaseTime: Milliseconds = 6 * minute;
const firstPause: Milliseconds = 15_000;
const longestPause: Milliseconds = 5 * minute;

/** Brings reports to the index that they were parked for, as they are by now: an erased customer's come without identifiers. */
export const foldBatch = async (
  deps: Pick<FoldParkedDeps, 'forget' | 'readMessages'> & FoldScopesDeps,
  { partnerId, scope }: Pick<ParkedScope, 'partnerId' | 'scope'>,
  reports: readonly ParkedReport[],
): Promise<void> => {
  const changes = await deps.forget(partnerId, await changesOf(deps.readMessages, partnerId, reports));
  for (const work of workOf(changes)) {
    if (scope === null || isDeepStrictEqual(work.scope, scope)) await foldWork(deps, work);
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
 * @param until when to stop and leave the rest for the next time
 */
export const foldParked = async (deps: FoldParkedDeps, hint: DueHint, until: Milliseconds): Promise<void> => {
  const { table } = deps;
  const now = deps.clock();
  const lease = deps.newId(now);
  const item = await claimDue(table, hint, now, now + leaseTime, lease);
  if (item === null) return;
  const parked = parkedScopeOf(item);
  try {
    const isEmpty = await foldAll(deps, parked, until);
    if (isEmpty && (await endParked(table, parked, lease))) return;
    await putParkedBack(table, parked, lease, deps.clock(), 0);
  } catch (error) {
    const pause = Math.min(longestPause, firstPause * 2 ** parked.failures);
    await putParkedBack(table, parked, lease, deps.clock() + pause, parked.failures + 1);
    throw error;
  }
};

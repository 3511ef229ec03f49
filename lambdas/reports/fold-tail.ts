import { foldThreshold, longestWait, parkedReport, type WaitingReport } from '../domain/delivery/waiting-report.ts';
import type { ParkedReport } from '../domain/delivery/parked-report.ts';
import type { Deadline } from '../kernel/deadline.ts';
import { temporarilyUnavailable, WorkLost } from '../kernel/errors.ts';
import { isoOf, type Clock, type Milliseconds } from '../kernel/time.ts';
import { retryPause } from '../kernel/work.ts';
import { foldWork, workOf, type FoldScopesDeps } from './scope-work.ts';
import { failuresOf, tried } from './tries.ts';
import {
  foldedStay,
  noteFolded,
  readFolded,
  removeFolded,
  type FoldedChunks,
} from '../store/delivery/folded-chunks.ts';
import { eachChunkPage, isToBeFolded, tailOf, type StoredChunk, type Tail } from '../store/delivery/journal.ts';
import type { DeliveryScope } from '../store/delivery/keys.ts';
import type { WorkKey } from '../store/table/keys.ts';
import type { Table } from '../store/table/table.ts';
import { claimWork, finished, paused, record, recordIf, unlessLost, type HeldWork } from '../store/table/work.ts';

export interface FoldTailDeps extends FoldScopesDeps {
  readonly table: Table;
  readonly clock: Clock;
  readonly newId: (now: Milliseconds) => string;
  readonly deadline: Deadline;
  /** Stores reports of a scope whose fold failed, until a fold succeeds. */
  readonly park: (partnerId: string, scope: DeliveryScope, reports: readonly ParkedReport[]) => Promise<void>;
  /** Is called with the error when a scope fails. */
  readonly onError: (error: unknown) => void;
}

/** Folds reports into the indexes of all their scopes. When a scope fails, its reports are parked and the others go on. */
export const foldAll = async (
  deps: Omit<FoldTailDeps, 'table' | 'newId' | 'deadline'>,
  partnerId: string,
  reports: readonly WaitingReport[],
  until: Milliseconds,
): Promise<void> => {
  const unfolded = await failuresOf(
    workOf(partnerId, reports),
    (work) => tried(deps, until, () => foldWork(deps, work)),
    deps.onError,
  );
  // A scope that was not tried has not failed, so it is not parked.
  if (unfolded.length > 0 && deps.clock() >= until) throw temporarilyUnavailable('there was no time to fold');
  for (const { scope, reports: own } of unfolded) await deps.park(partnerId, scope, own.map(parkedReport));
};

/** Deletes the chunks that were folded at least `foldedStay` ago. @returns the other folded chunks */
const removeOld = async ({ table, clock }: FoldTailDeps, tail: Tail): Promise<readonly FoldedChunks[]> => {
  const now = clock();
  const folded = await readFolded(table, tail);
  for (const old of folded.filter(({ at }) => at + foldedStay <= now)) await removeFolded(table, tail, old);
  return folded.filter(({ at }) => at + foldedStay > now);
};

/** Folds the chunks, page after page. @returns the instances that reported; null when the time was up before the last page */
const foldPages = async (
  deps: FoldTailDeps,
  tail: Tail,
  before: readonly FoldedChunks[],
  until: Milliseconds,
): Promise<ReadonlySet<string> | null> => {
  const done = new Set(before.flatMap(({ names }) => names));
  const instances = new Set<string>();
  const isLeft = ({ name }: StoredChunk): boolean => !done.has(name);
  for await (const page of eachChunkPage(deps.table, tail, 'strong')) {
    const chunks = page.filter(isLeft);
    if (chunks.length === 0) continue;
    if (deps.clock() >= until) return null;
    const reports = chunks.flatMap((chunk) => chunk.reports);
    await foldAll(deps, tail.partnerId, reports, until);
    for (const { event } of reports) instances.add(event.instance_id);
    const at = deps.clock();
    await noteFolded(deps.table, tail, { id: deps.newId(at), names: chunks.map(({ name }) => name), at });
  }
  return instances;
};

/** Ends the work when no report is left. Adding a report makes it due again. */
const rest = async (deps: FoldTailDeps, held: HeldWork, tail: Tail): Promise<void> => {
  const nothing = { ...finished, fold_by: undefined, failures: undefined };
  const more = tail.added > tail.folded || (await recordIf(held, { revision: tail.revision }, nothing)) !== null;
  if (!more) return;
  const due = Math.max(deps.clock(), tail.foldBy);
  await record(held, { ...paused(due), failures: undefined });
};

/**
 * Folds the reports of a journal when enough of them wait or the oldest has waited long enough, and deletes the chunks that
 * were folded before. When a worker dies after a fold, the next one folds the same chunks again. That counts nothing twice,
 * because the indexes know the reports by their ids.
 * @param until when to stop; the next run folds the rest @throws WorkLost
 */
export const foldTail = async (deps: FoldTailDeps, work: WorkKey<'reportFold'>, until: Milliseconds): Promise<void> => {
  const claim = await claimWork(deps, work);
  if (claim === null) return;
  const tail = tailOf(claim.item);
  const held: HeldWork = { table: deps.table, key: work, lease: claim.lease };
  try {
    const left = await removeOld(deps, tail);
    if (!isToBeFolded(tail, deps.clock())) {
      const [next] = left.map(({ at }) => at + foldedStay).toSorted((one, other) => one - other);
      await (next === undefined ? rest(deps, held, tail) : record(held, paused(next)));
      return;
    }
    const instances = await foldPages(deps, tail, left, until);
    const now = deps.clock();
    const whole = instances !== null && {
      folded: tail.added,
      fold_by: isoOf(now + longestWait),
      threshold: foldThreshold(instances.size),
    };
    await record(held, { ...paused(whole === false ? now : now + foldedStay), failures: undefined, ...whole });
  } catch (error) {
    if (error instanceof WorkLost) throw error;
    const failures = tail.failures + 1;
    const due = deps.clock() + retryPause('reportFold', failures);
    await unlessLost(record(held, { ...paused(due), failures }));
    throw error;
  }
};

import type { Deadline } from '../kernel/deadline.ts';
import { WorkLost } from '../kernel/errors.ts';
import { mapLimited } from '../kernel/map-limited.ts';
import { blockOf, withChanges } from '../domain/search/search-plan.ts';
import { keptRow, type SearchRow } from '../domain/search/search-row.ts';
import type { Sizes } from '../domain/size.ts';
import type { Clock, Milliseconds } from '../kernel/time.ts';
import { retryPause } from '../kernel/work.ts';
import { readPartner } from '../store/partners/callers.ts';
import { removeUnused, replaceBlock, rowsOfBlock, type HeldIndex } from '../store/search/rewrite-blocks.ts';
import { readChanges, removeChange, type SearchChange } from '../store/search/search-changes.ts';
import { coverable, readFrom, recordBlocks, searchHeadOf, type SearchHead } from '../store/search/search-head.ts';
import { kindOfFold } from '../store/search/search-keys.ts';
import { readRows } from '../store/search/search-records.ts';
import { searchedRecords } from '../store/search/searched-records.ts';
import type { WorkKey } from '../store/table/keys.ts';
import type { Table } from '../store/table/table.ts';
import { claimWork, finished, paused, record, unlessLost, type HeldWork } from '../store/table/work.ts';

export interface FoldSearchDeps {
  readonly table: Table;
  readonly clock: Clock;
  readonly newId: (now: Milliseconds) => string;
  readonly deadline: Deadline;
  /** Rows of a full block. */
  readonly blockSize: number;
}

/** The context of one fold. */
interface Fold extends HeldIndex {
  readonly sizes: Sizes;
  readonly clock: Clock;
  /** The time to stop; the next run continues. */
  readonly until: Milliseconds;
}

/** The result of a fold within its time. */
interface Folded {
  readonly head: SearchHead;
  readonly isWhole: boolean;
}

/** The approximate number of changes of a partition in one run; the next run folds the rest. */
const mostChanges = 20_000;
const removedAtOnce = 16;

const removeAll = (fold: Fold, changes: readonly SearchChange[]): Promise<unknown> =>
  mapLimited(changes, removedAtOnce, (change) =>
    removeChange(fold.held.table, fold.partnerId, fold.records.kind, change),
  );

const readSome = ({ held, partnerId, records, sizes, now }: Fold) =>
  readChanges(held.table, partnerId, records.kind, sizes, now, mostChanges);

/**
 * Deletes the changes before the first build. Not every call knew of the index then, so later changes may be missing.
 * The build reads the records, which have all of them.
 */
const forgetEarly = async (fold: Fold): Promise<void> => {
  for (let isWhole = false; !isWhole;) {
    const some = await readSome(fold);
    await removeAll(fold, some.changes);
    isWhole = some.isWhole;
  }
};

/** Adds rows to the blocks of their ids, unless they are there. */
const addMissing = async (fold: Fold, first: SearchHead, rows: readonly SearchRow[]): Promise<SearchHead> => {
  let head = first;
  let left = rows;
  for (let [next] = left; next !== undefined && head.blocks.length > 0; [next] = left) {
    const { blocks, covered } = head;
    const at = blockOf(blocks, next.id);
    const before = await rowsOfBlock(fold, head, at);
    const known = new Set(before.map(({ id }) => id));
    const own = left.filter(({ id }) => blockOf(blocks, id) === at);
    left = left.slice(own.length);
    const missing = own.filter(({ id }) => !known.has(id));
    if (missing.length > 0) head = await replaceBlock(fold, head, at, withChanges(before, missing), covered);
  }
  return head;
};

/** Adds the records that calls from before the index committed when the build had passed them. */
const addLate = async (fold: Fold, first: SearchHead): Promise<SearchHead> => {
  const { held, partnerId, records, sizes, now, blockSize } = fold;
  const to = first.covered ?? '0';
  let head = first;
  for (let from = readFrom(records.kind, first); from < to;) {
    const next = await readRows(held.table, records, partnerId, sizes, now, { from, to }, blockSize);
    head = await addMissing(fold, head, next.rows.map(keptRow));
    from = next.covered;
  }
  return head;
};

/** Adds the records after the last one to blocks, some at a time. */
const append = async (fold: Fold, first: SearchHead): Promise<Folded> => {
  const { held, partnerId, records, sizes, now, blockSize } = fold;
  const to = coverable(now, first);
  let head = first;
  for (;;) {
    const from = head.covered ?? '0';
    const next = await readRows(held.table, records, partnerId, sizes, now, { from, to }, blockSize);
    if (next.rows.length > 0) {
      const last = head.blocks.length - 1;
      const isOpen = (head.blocks[last]?.count ?? blockSize) < blockSize;
      const at = isOpen ? last : head.blocks.length;
      const rows = [...(await rowsOfBlock(fold, head, at)), ...next.rows.map(keptRow)];
      head = await replaceBlock(fold, head, at, rows, next.covered);
    } else if (head.covered !== next.covered) {
      head = await recordBlocks(held, head, { ...head, covered: next.covered, unused: [] });
    }
    if (next.isWhole) return { head, isWhole: true };
    if (fold.clock() >= fold.until) return { head, isWhole: false };
  }
};

/** Merges changes into the blocks of their records, and deletes them. Changes of records without a block stay. */
const applyChanges = async (fold: Fold, first: SearchHead): Promise<Folded> => {
  const some = await readSome(fold);
  const inBlocks = some.changes.filter(({ id }) => first.covered !== null && id < first.covered);
  let head = first;
  let left = inBlocks.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (let [next] = left; next !== undefined && head.blocks.length > 0; [next] = left) {
    if (fold.clock() >= fold.until) return { head, isWhole: false };
    const { blocks } = head;
    const at = blockOf(blocks, next.id);
    const own = left.filter(({ id }) => blockOf(blocks, id) === at);
    left = left.slice(own.length);
    const rows = withChanges(await rowsOfBlock(fold, head, at), own);
    head = await replaceBlock(fold, head, at, rows, head.covered);
    await removeAll(fold, own);
  }
  return { head, isWhole: some.isWhole };
};

const foldAll = async (fold: Fold, head: SearchHead): Promise<boolean> => {
  await removeUnused(fold, head);
  if (head.covered === null) await forgetEarly(fold);
  const appended = await append(fold, await addLate(fold, head));
  return appended.isWhole && (await applyChanges(fold, appended.head)).isWhole;
};

/**
 * Merges new records and the changes since the last fold into the blocks of a partner's search index; the first fold, all
 * records. Every step is a version, so that the next worker continues after a crash.
 * @param until the time to stop; the next run continues @throws WorkLost
 */
export const foldSearch = async (
  deps: FoldSearchDeps,
  work: WorkKey<'searchFold'>,
  until: Milliseconds,
): Promise<void> => {
  const claim = await claimWork(deps, work);
  if (claim === null) return;
  const { table, clock, newId, blockSize } = deps;
  const { partnerId } = work;
  const head = searchHeadOf(claim.item);
  const held: HeldWork = { table, key: work, lease: claim.lease };
  const records = searchedRecords[kindOfFold(work)];
  try {
    const sizes = (await readPartner(table, partnerId))?.sizes ?? [];
    const isWhole = await foldAll(
      { held, partnerId, records, newId, blockSize, now: clock(), sizes, clock, until },
      head,
    );
    const rest = { unused: [], failures: undefined };
    await record(held, isWhole ? { ...finished, ...rest, ready: true } : { ...paused(clock()), ...rest });
  } catch (error) {
    if (error instanceof WorkLost) throw error;
    const failures = head.failures + 1;
    await unlessLost(record(held, { ...paused(clock() + retryPause('searchFold', failures)), failures }));
    throw error;
  }
};

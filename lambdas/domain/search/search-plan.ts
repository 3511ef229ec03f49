import { day, minute, type Milliseconds } from '../../kernel/time.ts';
import type { SearchRow } from './search-row.ts';

/** Customers that follow each other by their ids, as the index holds them together. */
export interface SearchBlock {
  /** Changes with each of the block's contents. */
  readonly name: string;
  readonly first: string;
  readonly count: number;
}

/** From so many customers on, a partner has an index. */
export const indexedFrom = 1_000;
/** About 100 KB of an item. */
export const rowsInBlock = 4_000;

/** Longer than a call takes from the making of an id to its commit: older ids are all committed. */
const settling: Milliseconds = 60_000;

/** Sorts before the ids that are made from a time on. */
const idsFrom = (at: Milliseconds): string => {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
};

/** Ids made before this prefix can be put into the index. */
export const settledBefore = (now: Milliseconds): string => idsFrom(now - settling);

/**
 * After so long no commit lands any more: AWS refuses a request fifteen minutes after it was signed, and an invocation signs none after
 * its end. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/CommonErrors.html
 */
const latest: Milliseconds = 16 * minute;

/**
 * Where the records begin whose commit may land when the first build has passed them: calls that did not know of the index noted no change
 * of them. Null when a fold has met all of those.
 * @param begins when all calls know of the index
 */
export const lateFrom = (begins: Milliseconds, covered: string): string | null =>
  covered >= idsFrom(begins + latest) ? null : idsFrom(begins - day);

/** Sorts after the id and before the next one. */
export const after = (id: string): string => `${id}!`;

/** The index of the block in which an id belongs. */
export const blockOf = (blocks: readonly SearchBlock[], id: string): number =>
  Math.max(
    0,
    blocks.findLastIndex(({ first }) => first <= id),
  );

const byId = (left: SearchRow, right: SearchRow): number => (left.id < right.id ? -1 : 1);

/** The rows with some of them changed, or new, in the order of ids. */
export const withChanges = (rows: readonly SearchRow[], changes: readonly SearchRow[]): readonly SearchRow[] =>
  Array.from(new Map([...rows, ...changes].map((row) => [row.id, row])).values()).sort(byId);

/** A new customer is read as its whole record: about three times a change. */
const weightOfNew = 3;
const leastWeight = 64;
/** Bounds what a search reads beside the blocks to about a tenth of them. */
const share = 125;

/** Whether searches read so much that is not in the blocks that a fold is cheaper. */
export const isWorthFolding = (blocks: readonly SearchBlock[], changes: number, created: number): boolean => {
  const rows = blocks.reduce((sum, { count }) => sum + count, 0);
  return changes + weightOfNew * created > Math.max(leastWeight, rows / share);
};

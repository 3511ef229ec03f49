import type { Milliseconds } from '../../kernel/time.ts';
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

/** Ids made before this prefix can be put into the index. */
export const settledBefore = (now: Milliseconds): string => {
  const time = (now - settling).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
};

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

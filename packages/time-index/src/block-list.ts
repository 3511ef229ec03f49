import { emptyTally, type Tally } from './tally.ts';
import type { Milliseconds } from './time-grid.ts';
import type { BlockSummary } from './block-summary.ts';

/**
 * A position in the order of events: by time, then by id. The id may be a prefix, which sorts before all ids that begin
 * with it. The empty prefix sorts before every event of its millisecond.
 */
export interface Position {
  readonly at: Milliseconds;
  readonly id: string;
}

export const comparePositions = (left: Position, right: Position): number =>
  left.at - right.at || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);

export const isBefore = (event: { readonly occurred_at: Milliseconds; readonly id: string }, end: Position): boolean =>
  comparePositions({ at: event.occurred_at, id: event.id }, end) < 0;

/** An event to add to a list; `size` is its packed length in bytes. */
export interface Entry extends Position {
  readonly size: number;
}

/** The events from `start` up to the next block, in segments that are written once and named by their content. */
export interface Block {
  readonly start: Position;
  readonly count: number;
  readonly bytes: number;
  readonly segments: readonly string[];
  /** Null: unknown, because the block is of an earlier version of the list. */
  readonly summary: BlockSummary | null;
}

/** All events, or echoes, of one scope and hour. `newestId` is the greatest id, `last` the last position among them. */
export interface BlockList {
  readonly newestId: string;
  readonly last: Position;
  /** The changes of messages' states that they count in this hour. Absent: unknown, because an earlier version wrote the list. */
  readonly states?: Tally;
  readonly blocks: readonly Block[];
}

export const emptyList = (start: Milliseconds): BlockList => ({
  newestId: '',
  last: { at: start - 1, id: '' },
  states: emptyTally,
  blocks: [],
});

export const countOf = (blocks: readonly Block[]): number => blocks.reduce((sum, block) => sum + block.count, 0);

/** When a block is split. With these limits, a page of 200 events reads two or three blocks. */
export interface BlockLimits {
  readonly events: number;
  readonly bytes: number;
  readonly segments: number;
}

/** The block that holds a position, by its index; -1 before the first. */
export const blockIndexAt = (blocks: readonly Block[], position: Position): number => {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const block = blocks[middle];
    if (block !== undefined && comparePositions(block.start, position) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** Entries by the index of their block. */
export const byBlock = <E extends Position>(
  blocks: readonly Block[],
  entries: readonly E[],
): ReadonlyMap<number, readonly E[]> => Map.groupBy(entries, (entry) => blockIndexAt(blocks, entry));

/** The next version of a block: unchanged, with entries added, or rebuilt from entries. */
export type BlockDraft<E extends Entry> =
  | { readonly kind: 'unchanged'; readonly block: Block }
  | { readonly kind: 'grown'; readonly block: Block; readonly added: readonly E[] }
  | { readonly kind: 'new'; readonly start: Position; readonly entries: readonly E[] };

const many = 512_000;
const tooMany = 2_000_000;

/**
 * The number of events in a new block. Blocks of a large hour are larger, so the length of the list grows only with the
 * square root of the number of events. Far beyond the rate limits they grow faster still, so that the list always stays
 * below the 400 KB of an item: the sum of 1/n^1.5 is finite.
 */
const blockSize = (limits: BlockLimits, count: number): number =>
  Math.ceil(limits.events * Math.sqrt(Math.max(1, count / many)) * Math.max(1, count / tooMany));

const longList = 2_000;

/** The most segments of a block. In a long list it is smaller, to save segment names. */
const segmentLimit = (limits: BlockLimits, blocks: number): number =>
  blocks > longList ? limits.segments / 4 : limits.segments;

/** The positions in a UUID's text where its bytes end. */
const byteEnds = [2, 4, 6, 8, 11, 13, 16, 18, 21, 23, 26, 28, 30, 32, 34, 36] as const;

/** The shortest position between two neighbours: often only a time, otherwise with as many bytes of the id as needed. */
const separator = (before: Position, after: Position): Position => {
  if (before.at < after.at) return { at: after.at, id: '' };
  const end = byteEnds.find((length) => after.id.slice(0, length) > before.id);
  return { at: after.at, id: after.id.slice(0, end) };
};

/** A block may be this much smaller to end where the time changes, because such a position is shorter. */
const leastFill = 0.75;

const cut = <E extends Entry>(
  start: Position,
  entries: readonly E[],
  { events, bytes }: BlockLimits,
): readonly BlockDraft<E>[] => {
  const drafts: BlockDraft<E>[] = [];
  let run: E[] = [];
  let runStart = start;
  let runBytes = 0;
  for (const entry of entries) {
    const before = run.at(-1);
    const isFull = run.length >= events || runBytes + entry.size > bytes;
    const endsAtTimeChange = run.length >= leastFill * events && before !== undefined && before.at < entry.at;
    if (before !== undefined && (isFull || endsAtTimeChange)) {
      drafts.push({ kind: 'new', start: runStart, entries: run });
      [run, runStart, runBytes] = [[], separator(before, entry), 0];
    }
    run.push(entry);
    runBytes += entry.size;
  }
  if (run.length > 0) drafts.push({ kind: 'new', start: runStart, entries: run });
  return drafts;
};

const mustBeRebuilt = (block: Block, added: readonly Entry[], limits: BlockLimits): boolean =>
  block.count + added.length > 2 * limits.events ||
  block.bytes + added.reduce((sum, entry) => sum + entry.size, 0) > 2 * limits.bytes ||
  block.segments.length + 1 > limits.segments;

/** Where new entries are added, and which blocks have to be read because they are rebuilt. */
export interface Placement<E extends Entry> {
  readonly added: ReadonlyMap<number, readonly E[]>;
  readonly rebuilt: ReadonlySet<number>;
  /** Entries after all existing events. They are put into new blocks when the last block is full. */
  readonly tail: readonly E[];
  /** The limits for this number of events. */
  readonly limits: BlockLimits;
}

/** @param fresh entries that are not in the list, ascending */
export const place = <E extends Entry>(list: BlockList, fresh: readonly E[], limits: BlockLimits): Placement<E> => {
  const { blocks, last } = list;
  const events = blockSize(limits, countOf(blocks) + fresh.length);
  const here = { ...limits, events, segments: segmentLimit(limits, blocks.length) };
  const behind = fresh.findIndex((entry) => comparePositions(entry, last) > 0);
  const tailStart = behind === -1 ? fresh.length : behind;
  const lastBlock = blocks.at(-1);
  const opens = lastBlock === undefined || lastBlock.count + fresh.length - tailStart > events;
  const added = byBlock(blocks, opens ? fresh.slice(0, tailStart) : fresh);
  const rebuilt = new Set<number>();
  for (const [index, entries] of added) {
    const block = blocks[index];
    if (block !== undefined && mustBeRebuilt(block, entries, here)) rebuilt.add(index);
  }
  return { added, rebuilt, tail: opens ? fresh.slice(tailStart) : [], limits: here };
};

/**
 * The list with the entries: the next version of each of its blocks, and then the new blocks at its end.
 * @param existing the events of the blocks to rebuild, by index
 */
export const arrange = <E extends Entry>(
  list: BlockList,
  listStart: Milliseconds,
  { added, rebuilt, tail, limits }: Placement<E>,
  existing: ReadonlyMap<number, readonly E[]>,
): { readonly blocks: readonly (readonly BlockDraft<E>[])[]; readonly end: readonly BlockDraft<E>[] } => {
  const blocks = list.blocks.map((block, index): readonly BlockDraft<E>[] => {
    const entries = added.get(index);
    if (entries === undefined) return [{ kind: 'unchanged', block }];
    if (!rebuilt.has(index)) return [{ kind: 'grown', block, added: entries }];
    const all = [...(existing.get(index) ?? []), ...entries].sort(comparePositions);
    return cut(block.start, all, limits);
  });
  const [first] = tail;
  if (first === undefined) return { blocks, end: [] };
  const start = list.blocks.length === 0 ? { at: listStart, id: '' } : separator(list.last, first);
  return { blocks, end: cut(start, tail, limits) };
};

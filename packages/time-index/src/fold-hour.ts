import {
  arrange,
  byBlock,
  comparePositions,
  place,
  type Block,
  type BlockDraft,
  type BlockLimits,
  type BlockList,
  type Position,
} from './block-list.ts';
import { addSummaries, emptySummary, summaryOf } from './block-summary.ts';
import type { IndexedEvent } from './event.ts';
import { startOfHour, type Hour } from './time-grid.ts';
import { positionOf, readBlocks } from './block-events.ts';
import type { Consistency, DeliveryIndex, NodeWrite, SegmentWrite } from './delivery-index.ts';
import { listWrites, type HourList } from './hour-list.ts';
import { keysOfList, type ListKind } from './sort-keys.ts';
import { packed, segmentsOf, type PackedEvent } from './segment.ts';
import { tallyOf } from './state-changes.ts';
import { plus, statesIn } from './tally.ts';

/** One list of one hour of one scope, as it was read. `ttl` is in seconds since the epoch. */
export interface HourInput {
  readonly partition: string;
  readonly hour: Hour;
  readonly list: HourList;
  readonly limits: BlockLimits;
  readonly ttl: number;
  readonly consistency: Consistency;
}

/** The writes that add events to an hour: segments before the commit, nodes in it, deletions after it. */
export interface FoldedHour {
  readonly fresh: readonly IndexedEvent[];
  readonly segments: readonly SegmentWrite[];
  readonly nodes: readonly NodeWrite[];
  readonly obsolete: readonly string[];
}

/** Events that are not in the hour yet. An event whose id is above all others is new; the others are looked up. */
const freshAmong = async (
  index: DeliveryIndex,
  { partition, list, consistency }: HourInput,
  events: readonly IndexedEvent[],
): Promise<readonly IndexedEvent[]> => {
  const doubtful = events.filter((event) => event.id <= list.newestId);
  if (doubtful.length === 0) return events;
  const homes = byBlock(list.blocks, doubtful.map(positionOf)).keys();
  const blocks = await readBlocks(index, partition, list, homes, consistency);
  const known = new Set(Array.from(blocks.values(), (held) => held.map((event) => event.id)).flat());
  return events.filter((event) => !known.has(event.id));
};

interface Built {
  readonly block: Block;
  readonly writes: readonly SegmentWrite[];
}

/** The next version of a block, with the segments to write for it. */
const built = (draft: BlockDraft<PackedEvent>, { list, ttl }: HourInput): Built => {
  if (draft.kind === 'unchanged') return { block: draft.block, writes: [] };
  const [start, entries] = draft.kind === 'grown' ? [draft.block.start, draft.added] : [draft.start, draft.entries];
  const base = draft.kind === 'grown' ? draft.block : { count: 0, bytes: 0, segments: [], summary: emptySummary };
  const segments = segmentsOf(entries, list.newerItem?.version ?? 0);
  return {
    block: {
      start,
      count: base.count + entries.length,
      bytes: base.bytes + segments.reduce((sum, segment) => sum + segment.body.length, 0),
      segments: [...base.segments, ...segments.map((segment) => segment.name)],
      summary: addSummaries(base.summary, summaryOf(entries.map(({ event }) => event))),
    },
    writes: segments.map(({ name, body }) => ({ sk: keysOfList[list.kind].segment(start, name), body, ttl })),
  };
};

const latest = (left: Position, right: Position | undefined): Position =>
  right !== undefined && comparePositions(right, left) > 0 ? right : left;

const segmentKeys = (block: Block | undefined, kind: ListKind): readonly string[] =>
  block?.segments.map((name) => keysOfList[kind].segment(block.start, name)) ?? [];

/** What the list counts with further entries. What is unknown stays unknown. */
const statesWith = ({ kind, states }: HourList, fresh: readonly IndexedEvent[]): Pick<BlockList, 'states'> =>
  states === undefined ? {} : { states: plus(states, statesIn(tallyOf({ events: [], echoes: [], [kind]: fresh }))) };

/**
 * Plans the addition of events, or of echoes, to an hour. It writes nothing.
 * @returns undefined when the hour has all of them already
 * @throws IndexChanged when the hour changed while it was read
 */
export const foldHour = async (
  index: DeliveryIndex,
  input: HourInput,
  events: readonly IndexedEvent[],
): Promise<FoldedHour | undefined> => {
  const { partition, hour, list, limits, ttl, consistency } = input;
  if (events.length === 0) return undefined;
  const fresh = await freshAmong(index, input, events);
  if (fresh.length === 0) return undefined;
  const entries = fresh.map(packed).sort(comparePositions);
  const placement = place(list, entries, limits);
  const held = await readBlocks(index, partition, list, placement.rebuilt, consistency);
  const heldEntries = new Map(Array.from(held, ([block, inBlock]) => [block, inBlock.map(packed)]));
  const drafts = arrange(list, startOfHour(hour), placement, heldEntries);
  const build = (some: readonly (readonly BlockDraft<PackedEvent>[])[]): readonly Built[] =>
    some.flat().map((draft) => built(draft, input));
  const [older, newer] = [
    build(drafts.blocks.slice(0, list.older)),
    build([...drafts.blocks.slice(list.older), drafts.end]),
  ];
  const next: BlockList = {
    newestId: fresh.reduce((newest, event) => (event.id > newest ? event.id : newest), list.newestId),
    last: latest(list.last, entries.at(-1)),
    ...statesWith(list, fresh),
    blocks: [...older, ...newer].map(({ block }) => block),
  };
  const changed = older.some(({ writes }) => writes.length > 0);
  return {
    fresh,
    segments: [...older, ...newer].flatMap(({ writes }) => writes),
    nodes: listWrites(hour, list, next, { count: older.length, changed }, ttl),
    obsolete: Array.from(placement.rebuilt).flatMap((block) => segmentKeys(list.blocks[block], list.kind)),
  };
};

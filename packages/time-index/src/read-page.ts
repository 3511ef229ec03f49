import { hourOf, inclusive, octaveOfHour, type EventRange, type Hour } from './time-grid.ts';
import {
  beginOf,
  cutAt,
  cutHours,
  endOf,
  isEmpty,
  overlap,
  pageRanks,
  planHours,
  possibleRanks,
  rankedHours,
  type Cut,
  type HourBlocks,
  type HourPlan,
  type ListedRange,
  type RankedHour,
  type Ranks,
  type Slice,
} from './event-rank.ts';
import { countOf, isBefore, type Block } from './block-list.ts';
import type { IndexedEvent } from './event.ts';
import { IndexChanged, TooManyEvents } from './errors.ts';
import type { Consistency, DeliveryIndex } from './delivery-index.ts';
import { bySortKey, eventsOfBlock, readBlocks } from './block-events.ts';
import { hourList, listKeys } from './hour-list.ts';
import { sortKeys, sortRanges } from './sort-keys.ts';
import { unpackOctave } from './rollup-codec.ts';

export interface FoundEvents {
  /** Newest `occurred_at` first, then by id. */
  readonly events: readonly IndexedEvent[];
  readonly total: number;
}

/** How one try reads the page. */
export interface Reading {
  readonly index: DeliveryIndex;
  readonly partition: string;
  readonly consistency: Consistency;
}

interface RankedEvent {
  readonly rank: number;
  readonly event: IndexedEvent;
}

export const readOctaves = async ({ index, partition, consistency }: Reading, range: EventRange) => {
  const [first, last] = [octaveOfHour(hourOf(range.from)), octaveOfHour(hourOf(range.to))];
  const items = bySortKey(await index.range(partition, sortRanges.octaves(first, last), consistency));
  return inclusive(first, last).flatMap((octave) => {
    const item = items.get(sortKeys.octave(octave));
    return item === undefined ? [] : [unpackOctave(octave, item.body)];
  });
};

export const readBlockLists = async (
  { index, partition, consistency }: Reading,
  hours: readonly Hour[],
): Promise<HourBlocks> => {
  if (hours.length === 0) return new Map();
  const items = await index.get(
    partition,
    hours.flatMap((hour) => listKeys(hour, 'events')),
    consistency,
  );
  return new Map(hours.map((hour) => [hour, hourList(hour, items, 'events').blocks]));
};

/** Counts and lists were read in parallel. They disagree when a commit came between the reads. @throws IndexChanged */
const requireAgreement = (hours: readonly RankedHour[], read: HourBlocks): void => {
  for (const { hour, first, end } of hours) {
    const blocks = read.get(hour);
    if (blocks !== undefined && countOf(blocks) !== end - first) throw new IndexChanged();
  }
};

const ranked = (first: number, events: readonly IndexedEvent[]): readonly RankedEvent[] =>
  events.map((event, offset) => ({ rank: first + offset, event }));

/** The number of events before the position. It reads the block that the position falls into. */
const settled = async (reading: Reading, read: HourBlocks, cut: Cut): Promise<number> => {
  if (cut.doubt === null) return cut.atLeast;
  const { hour, block } = cut.doubt;
  const { index, partition, consistency } = reading;
  const list = { blocks: read.get(hour) ?? [], kind: 'events' } as const;
  const held = await readBlocks(index, partition, list, [block], consistency);
  return cut.atLeast + (held.get(block) ?? []).filter((event) => isBefore(event, cut.position)).length;
};

const readWholeHours = async (reading: Reading, hours: HourPlan['whole']): Promise<readonly RankedEvent[]> => {
  const [first, last] = [hours.at(0), hours.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { index, partition, consistency } = reading;
  const items = bySortKey(await index.range(partition, sortRanges.hours(first.hour, last.hour, 'events'), consistency));
  return hours.flatMap((hour) => {
    const { blocks } = hourList(hour.hour, items, 'events');
    requireAgreement([hour], new Map([[hour.hour, blocks]]));
    return ranked(
      hour.first,
      blocks.flatMap((block) => eventsOfBlock(block, items, 'events')),
    );
  });
};

/** Reads the blocks of a large hour that hold wanted ranks. All events of these blocks are returned. */
const readLargeHour = async (
  reading: Reading,
  { first }: RankedHour,
  blocks: readonly Block[],
  wanted: Ranks,
): Promise<readonly RankedEvent[]> => {
  const starts = new Map<number, number>();
  let start = first;
  for (const [index, { count }] of blocks.entries()) {
    if (!isEmpty(overlap({ first: start, end: start + count }, wanted))) starts.set(index, start);
    start += count;
  }
  const { index, partition, consistency } = reading;
  const held = await readBlocks(index, partition, { blocks, kind: 'events' }, starts.keys(), consistency);
  return Array.from(starts).flatMap(([block, rank]) => ranked(rank, held.get(block) ?? []));
};

/**
 * Reads in three steps: counts; the blocks at the ends of the range, and whole hours; the blocks of large hours.
 * @throws IndexChanged; TooManyEvents when the range has more than `most`
 */
export const readPage = async (
  reading: Reading,
  range: ListedRange,
  slice: Slice,
  most = Infinity,
): Promise<FoundEvents> => {
  const [octaves, cutBlocks] = await Promise.all([
    readOctaves(reading, range),
    readBlockLists(reading, cutHours(range)),
  ]);
  const hours = rankedHours(octaves, range);
  requireAgreement(hours, cutBlocks);
  const [low, high] = [cutAt(hours, cutBlocks, beginOf(range)), cutAt(hours, cutBlocks, endOf(range))];
  if (high.atLeast - low.atMost > most) throw new TooManyEvents();
  const plan = planHours(hours, possibleRanks(low, high, slice));
  const missing = plan.large.map(({ hour }) => hour).filter((hour) => !cutBlocks.has(hour));
  const [lowRank, highRank, inWholeHours, targetBlocks] = await Promise.all([
    settled(reading, cutBlocks, low),
    settled(reading, cutBlocks, high),
    readWholeHours(reading, plan.whole),
    readBlockLists(reading, missing),
  ]);
  requireAgreement(hours, targetBlocks);
  const wanted = pageRanks(lowRank, highRank, slice);
  const read = new Map([...cutBlocks, ...targetBlocks]);
  const inLargeHours = await Promise.all(
    plan.large.map((hour) => readLargeHour(reading, hour, read.get(hour.hour) ?? [], wanted)),
  );
  const events = [...inWholeHours, ...inLargeHours.flat()]
    .filter(({ rank }) => rank >= wanted.first && rank < wanted.end)
    .sort((left, right) => right.rank - left.rank)
    .map(({ event }) => event);
  return { events, total: highRank - lowRank };
};

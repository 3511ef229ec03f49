import { blockIndexAt, countOf, isBefore, type Block, type Position } from './block-list.ts';
import { countInBlock, countInBucket, mostFiltered, passesCounted, type CountedFilter } from './event-filter.ts';
import { dayOfHour, firstHourOfDay, hourOf, type Day, type EventRange, type Hour } from './time-grid.ts';
import {
  beginOf,
  cutHours,
  endOf,
  isEmpty,
  isHourStart,
  overlap,
  pageRanks,
  type HourBlocks,
  type ListedRange,
  type Ranks,
  type Slice,
} from './event-rank.ts';
import type { IndexedEvent } from './event.ts';
import type { DayRollup } from './rollup.ts';
import { IndexChanged, TooManyEvents } from './errors.ts';
import { readBlocks } from './block-events.ts';
import { sortKeys } from './sort-keys.ts';
import { readBlockLists, readOctaves, type FoundEvents, type Reading } from './read-page.ts';
import { mayLackCodes, unpackDay } from './rollup-codec.ts';

/** The passing events of a day or an hour. */
interface Cell {
  readonly day: Day;
  /** Null: of the whole day. */
  readonly hour: Hour | null;
  readonly count: number;
}

interface RankedCell extends Cell, Ranks {}

const ranked = (cells: readonly Cell[]): readonly RankedCell[] => {
  let first = 0;
  return cells.map((cell) => {
    const next = { ...cell, first, end: first + cell.count };
    first += cell.count;
    return next;
  });
};

const readDays = async (
  { index, partition, consistency }: Reading,
  days: readonly Day[],
): Promise<ReadonlyMap<Day, DayRollup>> => {
  if (days.length === 0) return new Map();
  const items = await index.get(partition, days.map(sortKeys.day), consistency);
  return new Map(
    days.flatMap((day) => {
      const item = items.get(sortKeys.day(day));
      return item === undefined ? [] : [[day, unpackDay(day, item.body)] as const];
    }),
  );
};

const hourCells = (filter: CountedFilter, day: Day, rollup: DayRollup | undefined): readonly Cell[] =>
  Array.from(rollup?.hours ?? [], ([hour, bucket]) => ({ day, hour, count: countInBucket(filter, bucket) })).sort(
    (left, right) => left.hour - right.hour,
  );

/** The events of some blocks that pass, by the block. */
const readPassing = async (
  { index, partition, consistency }: Reading,
  filter: CountedFilter,
  blocks: readonly Block[],
  which: readonly number[],
): Promise<ReadonlyMap<number, readonly IndexedEvent[]>> => {
  const held = await readBlocks(index, partition, { blocks, kind: 'events' }, which, consistency);
  return new Map(Array.from(held, ([at, events]) => [at, events.filter((event) => passesCounted(filter, event))]));
};

/** The counts of an hour's blocks. Blocks without a count are read. @throws IndexChanged when the hour has another count */
const countsOf = async (
  reading: Reading,
  filter: CountedFilter,
  blocks: readonly Block[],
  expected: number,
): Promise<readonly number[]> => {
  const counts = blocks.map(({ summary }) => countInBlock(filter, summary));
  const unknown = counts.flatMap((count, at) => (count === null ? [at] : []));
  const read = await readPassing(reading, filter, blocks, unknown);
  const known = counts.map((count, at) => count ?? read.get(at)?.length ?? 0);
  if (known.reduce((sum, count) => sum + count, 0) !== expected) throw new IndexChanged();
  return known;
};

/** Bounds what is read of blocks without a count. @throws TooManyEvents */
const requireFewUnknown = (filter: CountedFilter, lists: HourBlocks): void => {
  const unknown = Array.from(lists.values())
    .flat()
    .filter(({ summary }) => countInBlock(filter, summary) === null);
  if (countOf(unknown) > mostFiltered) throw new TooManyEvents();
};

/** The passing events of an hour before a position. */
const countBefore = async (
  reading: Reading,
  filter: CountedFilter,
  blocks: readonly Block[],
  expected: number,
  position: Position,
): Promise<number> => {
  const counts = await countsOf(reading, filter, blocks, expected);
  const at = blockIndexAt(blocks, position);
  if (at < 0) return 0;
  const before = counts.slice(0, at).reduce((sum, count) => sum + count, 0);
  if (counts[at] === 0) return before;
  const events = (await readPassing(reading, filter, blocks, [at])).get(at) ?? [];
  return before + events.filter((event) => isBefore(event, position)).length;
};

/** The events of an hour with the wanted ranks. */
const readHour = async (
  reading: Reading,
  filter: CountedFilter,
  { first, end }: Ranks,
  blocks: readonly Block[],
  wanted: Ranks,
): Promise<readonly IndexedEvent[]> => {
  const counts = await countsOf(reading, filter, blocks, end - first);
  const starts = new Map<number, number>();
  let start = first;
  for (const [at, count] of counts.entries()) {
    if (!isEmpty(overlap({ first: start, end: start + count }, wanted))) starts.set(at, start);
    start += count;
  }
  const read = await readPassing(reading, filter, blocks, Array.from(starts.keys()));
  return Array.from(starts).flatMap(([at, from]) =>
    (read.get(at) ?? []).filter((_, offset) => from + offset >= wanted.first && from + offset < wanted.end),
  );
};

/** Replaces the days in which wanted ranks are by their hours. @returns null when a day does not count all codes */
const refined = async (
  reading: Reading,
  filter: CountedFilter,
  cells: readonly RankedCell[],
  wanted: Ranks,
): Promise<readonly RankedCell[] | null> => {
  const coarse = cells.filter((cell) => cell.hour === null && !isEmpty(overlap(cell, wanted)));
  const days = await readDays(
    reading,
    coarse.map(({ day }) => day),
  );
  if (filter.kind === 'code' && Array.from(days.values()).some(({ hours }) => mayLackCodes(hours.values())))
    return null;
  const isCoarse = new Set(coarse);
  return ranked(
    cells.flatMap((cell) => {
      if (!isCoarse.has(cell)) return [cell];
      const hours = hourCells(filter, cell.day, days.get(cell.day));
      if (hours.reduce((sum, { count }) => sum + count, 0) !== cell.count) throw new IndexChanged();
      return hours;
    }),
  );
};

/** The cells of a range: hours of its first and last day, and the days between. @returns null when a node does not count all codes */
const readCells = async (
  reading: Reading,
  range: EventRange,
  filter: CountedFilter,
): Promise<readonly RankedCell[] | null> => {
  const [first, last] = [hourOf(range.from), hourOf(range.to)];
  const ends = Array.from(new Set([dayOfHour(first), dayOfHour(last)]));
  const [octaves, days] = await Promise.all([readOctaves(reading, range), readDays(reading, ends)]);
  const nodes = [
    ...octaves.map((octave) => octave.days.values()),
    ...Array.from(days.values(), (day) => day.hours.values()),
  ];
  if (filter.kind === 'code' && nodes.some(mayLackCodes)) return null;
  const inner = octaves
    .flatMap((octave) => Array.from(octave.days))
    .filter(([day]) => day > dayOfHour(first) && day < dayOfHour(last))
    .map(([day, bucket]): Cell => ({ day, hour: null, count: countInBucket(filter, bucket) }));
  const outer = ends
    .flatMap((day) => hourCells(filter, day, days.get(day)))
    .filter(({ hour }) => hour !== null && hour >= first && hour <= last);
  const time = ({ day, hour }: Cell): number => hour ?? firstHourOfDay(day);
  return ranked([...inner, ...outer].sort((left, right) => time(left) - time(right)));
};

/** The passing events of the first hour before the range, and of the last hour after it. */
const readOutside = async (
  reading: Reading,
  range: ListedRange,
  filter: CountedFilter,
  cells: readonly RankedCell[],
  lists: HourBlocks,
): Promise<{ readonly before: number; readonly after: number }> => {
  const countIn = (hour: Hour): number => cells.find((cell) => cell.hour === hour)?.count ?? 0;
  const until = async (position: Position): Promise<number> => {
    const hour = hourOf(position.at);
    const count = countIn(hour);
    return count === 0 || isHourStart(position)
      ? 0
      : countBefore(reading, filter, lists.get(hour) ?? [], count, position);
  };
  const [end, last] = [endOf(range), hourOf(range.to)];
  // At the beginning of an hour, none of the range's last hour is after it.
  const [before, upTo] = await Promise.all([
    until(beginOf(range)),
    isHourStart(end) && hourOf(end.at) > last ? countIn(last) : until(end),
  ]);
  return { before, after: countIn(last) - upTo };
};

/**
 * A page of the events that pass a filter which the index counts. The cost has a bound for each event of the page: the days, the hours
 * and the blocks that have one.
 * @returns null when the index does not count it, because of too many error codes
 * @throws IndexChanged; TooManyEvents
 */
export const readCounted = async (
  reading: Reading,
  range: ListedRange,
  filter: CountedFilter,
  slice: Slice,
): Promise<FoundEvents | null> => {
  const [cells, cutLists] = await Promise.all([
    readCells(reading, range, filter),
    readBlockLists(reading, cutHours(range)),
  ]);
  if (cells === null) return null;
  requireFewUnknown(filter, cutLists);
  const { before, after } = await readOutside(reading, range, filter, cells, cutLists);
  const high = (cells.at(-1)?.end ?? 0) - after;
  const wanted = pageRanks(before, high, slice);
  const fine = await refined(reading, filter, cells, wanted);
  if (fine === null) return null;
  const hours = fine.flatMap((cell) =>
    cell.hour === null || isEmpty(overlap(cell, wanted)) ? [] : [{ ...cell, hour: cell.hour }],
  );
  const missing = hours.map(({ hour }) => hour).filter((hour) => !cutLists.has(hour));
  const lists = new Map([...cutLists, ...(await readBlockLists(reading, missing))]);
  requireFewUnknown(filter, lists);
  const found = await Promise.all(
    hours.map((cell) => readHour(reading, filter, cell, lists.get(cell.hour) ?? [], wanted)),
  );
  return { events: found.flat().toReversed(), total: high - before };
};

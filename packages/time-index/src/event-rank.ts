import { hourOf, startOfHour, type EventRange, type Hour } from './time-grid.ts';
import { blockIndexAt, comparePositions, countOf, type Block, type Position } from './block-list.ts';
import type { OctaveRollup } from './rollup.ts';

/** A range of ranks, with `first` and without `end`. Ranks number all listed events from 0, the oldest first. */
export interface Ranks {
  readonly first: number;
  readonly end: number;
}

export const overlap = (left: Ranks, right: Ranks): Ranks => ({
  first: Math.max(left.first, right.first),
  end: Math.min(left.end, right.end),
});

export const isEmpty = (ranks: Ranks): boolean => ranks.first >= ranks.end;

/** An hour that has events, with their ranks. */
export interface RankedHour extends Ranks {
  readonly hour: Hour;
}

/** The hours of a range that have events, ascending, from the counts of the octaves. */
export const rankedHours = (octaves: readonly OctaveRollup[], range: EventRange): readonly RankedHour[] => {
  const counts = octaves
    .flatMap(({ days }) => Array.from(days.values()))
    .flatMap(({ events }) => Array.from(events))
    .filter(([hour]) => hour >= hourOf(range.from) && hour <= hourOf(range.to))
    .sort(([left], [right]) => left - right);
  let first = 0;
  return counts.map(([hour, count]) => {
    const ranked = { hour, first, end: first + count };
    first += count;
    return ranked;
  });
};

/** The blocks of hours whose lists were read, ascending. */
export type HourBlocks = ReadonlyMap<Hour, readonly Block[]>;

/** A range, or the part of it before one of its events. */
export interface ListedRange extends EventRange {
  /** A position within `to`. */
  readonly before?: Position;
}

export const beginOf = ({ from }: ListedRange): Position => ({ at: from, id: '' });

/** The first position after the range. */
export const endOf = ({ to, before }: ListedRange): Position => before ?? { at: to + 1, id: '' };

export const isHourStart = ({ at, id }: Position): boolean => id === '' && at === startOfHour(hourOf(at));

/** The hours that are only partly in the range. Their lists of blocks are needed to count. */
export const cutHours = (range: ListedRange): readonly Hour[] => {
  const cuts = [beginOf(range), endOf(range)].filter((position) => !isHourStart(position));
  return Array.from(new Set(cuts.map(({ at }) => hourOf(at))));
};

/** The number of listed events before a position, which may be uncertain by the events of one block. */
export interface Cut {
  readonly position: Position;
  readonly atLeast: number;
  readonly atMost: number;
  /** The block that has to be read; null when the number is known. */
  readonly doubt: { readonly hour: Hour; readonly block: number } | null;
}

const exactly = (position: Position, rank: number): Cut => ({
  position,
  atLeast: rank,
  atMost: rank,
  doubt: null,
});

/** @param read the blocks of the hours that are only partly in the range */
export const cutAt = (hours: readonly RankedHour[], read: HourBlocks, position: Position): Cut => {
  const hour = hourOf(position.at);
  const ranked = hours.find((candidate) => candidate.hour >= hour);
  const before = ranked?.first ?? hours.at(-1)?.end ?? 0;
  const blocks = read.get(hour);
  if (ranked?.hour !== hour || blocks === undefined || isHourStart(position)) return exactly(position, before);
  const index = blockIndexAt(blocks, position);
  const block = blocks[index];
  if (block === undefined) return exactly(position, before);
  const rank = before + countOf(blocks.slice(0, index));
  if (comparePositions(block.start, position) === 0) return exactly(position, rank);
  return { position, atLeast: rank, atMost: rank + block.count, doubt: { hour, block: index } };
};

/** A page: how many of the newest events it leaves out, and how many it has at most. */
export interface Slice {
  readonly skip: number;
  readonly take: number;
}

/** The ranks of a page of the events between two ranks; pages begin with the newest. */
export const pageRanks = (low: number, high: number, { skip, take }: Slice): Ranks =>
  overlap({ first: high - skip - take, end: high - skip }, { first: low, end: high });

/** All ranks that the page may have, while the cuts are uncertain. */
export const possibleRanks = (low: Cut, high: Cut, { skip, take }: Slice): Ranks =>
  overlap({ first: high.atLeast - skip - take, end: high.atMost - skip }, { first: low.atLeast, end: high.atMost });

/** The reads of a page: whole hours that are neighbours, and only blocks of a first or last hour that is large. */
export interface HourPlan {
  readonly whole: readonly RankedHour[];
  readonly large: readonly RankedHour[];
}

/** An hour of more events is read by its blocks. */
const largeHour = 256;

/** All hours between the first and the last are completely on the page, so only those two can hold many other events. */
export const planHours = (hours: readonly RankedHour[], ranks: Ranks): HourPlan => {
  const candidates = isEmpty(ranks) ? [] : hours.filter((hour) => !isEmpty(overlap(hour, ranks)));
  const isLarge = (hour: RankedHour, index: number): boolean =>
    (index === 0 || index === candidates.length - 1) && hour.end - hour.first > largeHour;
  return {
    whole: candidates.filter((hour, index) => !isLarge(hour, index)),
    large: candidates.filter(isLarge),
  };
};

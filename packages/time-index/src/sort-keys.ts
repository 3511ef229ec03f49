import type { Position } from './block-list.ts';
import { hourOf, startOfHour, type Day, type Hour, type Octave } from './time-grid.ts';

/** The sort keys of the index's items. All items of a scope are in one partition. */

/** Indexes of spans, and milliseconds within an hour. The padded text sorts like the number until the year 3110. */
const padded = (number: number): string => String(number).padStart(7, '0');

const listKey = (hour: Hour): string => `E#${padded(hour)}`;

const blockPrefix = ({ at, id }: Position): string => {
  const hour = hourOf(at);
  return `${listKey(hour)}#${padded(at - startOfHour(hour))}#${id}#`;
};

export const sortKeys = {
  octave: (octave: Octave): string => `O#${padded(octave)}`,
  day: (day: Day): string => `D#${padded(day)}`,
  /** The instances of an hour. */
  instances: (hour: Hour): string => `L#${padded(hour)}`,
  /** The newer part of the list of an hour's blocks. The hour's segments sort after it. */
  list: listKey,
  /** The older part of a long list. */
  olderList: (hour: Hour): string => `${listKey(hour)}=`,
  segment: (start: Position, name: string): string => `${blockPrefix(start)}${name}`,
} as const;

/** Sort keys from the first to the last, both included. */
export interface SortRange {
  readonly first: string;
  readonly last: string;
}

/** Sorts after all keys that begin with the prefix. */
const after = (prefix: string): string => `${prefix}~`;

export const sortRanges = {
  octaves: (from: Octave, to: Octave): SortRange => ({ first: sortKeys.octave(from), last: sortKeys.octave(to) }),
  days: (from: Day, to: Day): SortRange => ({ first: sortKeys.day(from), last: sortKeys.day(to) }),
  instances: (from: Hour, to: Hour): SortRange => ({ first: sortKeys.instances(from), last: sortKeys.instances(to) }),
  /** Whole hours: their lists of blocks and their segments. */
  hours: (from: Hour, to: Hour): SortRange => ({ first: listKey(from), last: after(listKey(to)) }),
  /** The segments of neighbouring blocks, from the start of the first to the start of the last. */
  blocks: (from: Position, to: Position): SortRange => ({ first: blockPrefix(from), last: after(blockPrefix(to)) }),
} as const;

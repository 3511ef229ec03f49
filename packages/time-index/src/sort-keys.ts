import type { Position } from './block-list.ts';
import { hourOf, startOfHour, type Day, type Hour, type Octave } from './time-grid.ts';

/** The sort keys of the index's items. All items of a scope are in one partition. */

/** Indexes of spans, and milliseconds within an hour. The padded text sorts like the number until the year 3110. */
const padded = (number: number): string => String(number).padStart(7, '0');

/** An hour has two lists: of its events, and of echoes. */
export type ListKind = 'events' | 'echoes';
const prefixes: Readonly<Record<ListKind, string>> = { events: 'E', echoes: 'C' };

const listKey = (hour: Hour, kind: ListKind): string => `${prefixes[kind]}#${padded(hour)}`;

const blockPrefix = ({ at, id }: Position, kind: ListKind): string => {
  const hour = hourOf(at);
  return `${listKey(hour, kind)}#${padded(at - startOfHour(hour))}#${id}#`;
};

export const sortKeys = {
  octave: (octave: Octave): string => `O#${padded(octave)}`,
  day: (day: Day): string => `D#${padded(day)}`,
  /** The instances of an hour. */
  instances: (hour: Hour): string => `L#${padded(hour)}`,
  /** The newer part of the list of an hour's blocks. The hour's segments sort after it. */
  list: (hour: Hour): string => listKey(hour, 'events'),
  /** The older part of a long list. */
  olderList: (hour: Hour): string => `${listKey(hour, 'events')}=`,
  segment: (start: Position, name: string): string => `${blockPrefix(start, 'events')}${name}`,
  /** The list of an hour's echoes, in the same parts. */
  echoList: (hour: Hour): string => listKey(hour, 'echoes'),
  olderEchoList: (hour: Hour): string => `${listKey(hour, 'echoes')}=`,
  echoSegment: (start: Position, name: string): string => `${blockPrefix(start, 'echoes')}${name}`,
} as const;

/** The keys of a list, by its kind. */
export const keysOfList = {
  events: { list: sortKeys.list, older: sortKeys.olderList, segment: sortKeys.segment },
  echoes: { list: sortKeys.echoList, older: sortKeys.olderEchoList, segment: sortKeys.echoSegment },
} as const satisfies Readonly<Record<ListKind, unknown>>;

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
  hours: (from: Hour, to: Hour, kind: ListKind): SortRange => ({
    first: listKey(from, kind),
    last: after(listKey(to, kind)),
  }),
  /** The segments of neighbouring blocks, from the start of the first to the start of the last. */
  blocks: (from: Position, to: Position, kind: ListKind): SortRange => ({
    first: blockPrefix(from, kind),
    last: after(blockPrefix(to, kind)),
  }),
} as const;

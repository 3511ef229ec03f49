import { blockLimits } from './index-limits.ts';
import { countOf } from './block-list.ts';
import { emptyDay } from './rollup.ts';
import { emptyTally, eventsIn, isSameTally, sumOf } from './tally.ts';
import { dayOfHour, octaveOfHour, type Hour } from './time-grid.ts';
import { IndexChanged } from './errors.ts';
import type { Consistency, DeliveryIndex, IndexItem, IndexScope } from './delivery-index.ts';
import { countsStates, hourList } from './hour-list.ts';
import { sortKeys, type SortRange } from './sort-keys.ts';
import type { HourEntries } from './state-changes.ts';
import { planHours, type EntriesByHour, type HoursPlan } from './plan-hours.ts';
import { unpackDay, unpackHourInstances, unpackOctave } from './rollup-codec.ts';

/**
 * Requires that the nodes of an hour are of one version. They are read in parallel, and different versions would count waiting
 * reports twice. Each commit that changes the hour adds events or changes states, and no later one takes all of that back. So equal
 * counts mean one version. @throws IndexChanged
 */
const requireOneVersion = (
  nodes: ReadonlyMap<string, IndexItem>,
  [hour, { echoes }]: EntriesByHour[number],
  byInstance: boolean,
): void => {
  const [day, octave] = [dayOfHour(hour), octaveOfHour(hour)];
  const body = (sk: string): Uint8Array | undefined => nodes.get(sk)?.body;
  const [ofDay, ofOctave, ofInstances] = [
    body(sortKeys.day(day)),
    body(sortKeys.octave(octave)),
    body(sortKeys.instances(hour)),
  ];
  const hours = ofDay === undefined ? emptyDay.hours : unpackDay(day, ofDay).hours;
  const inDay = hours.get(hour)?.tally ?? emptyTally;
  const inOctave = ofOctave === undefined ? undefined : unpackOctave(octave, ofOctave).days.get(day);
  const inInstances = ofInstances === undefined ? emptyTally : sumOf(unpackHourInstances(ofInstances).values());
  const own = hourList(hour, nodes, 'events');
  const agree =
    eventsIn(inDay) === countOf(own.blocks) &&
    isSameTally(sumOf(Array.from(hours.values(), ({ tally }) => tally)), inOctave?.tally ?? emptyTally) &&
    (!byInstance || isSameTally(inDay, inInstances)) &&
    (echoes.length === 0 || countsStates(own, hourList(hour, nodes, 'echoes'), inDay));
  if (!agree) throw new IndexChanged();
};

/** The index as it would be after the plan's writes. */
const planned = (index: DeliveryIndex, plan: HoursPlan): DeliveryIndex => {
  const items = new Map<string, IndexItem>([
    ...plan.segments.map(({ sk, body }) => [sk, { sk, version: 0, body }] as const),
    ...plan.nodes.map(({ sk, version, body }) => [sk, { sk, version: version + 1, body }] as const),
  ]);
  const within = ({ first, last }: SortRange): readonly IndexItem[] =>
    Array.from(items.values()).filter(({ sk }) => sk >= first && sk <= last);
  return {
    ...index,
    get: async (partition, sortKeys, consistency) => {
      if (partition !== plan.partition) return index.get(partition, sortKeys, consistency);
      const missing = sortKeys.filter((sk) => !items.has(sk));
      const existing = missing.length === 0 ? [] : await index.get(partition, missing, consistency);
      const own = sortKeys.flatMap((sk) => {
        const item = items.get(sk);
        return item === undefined ? [] : [[sk, item] as const];
      });
      return new Map([...existing, ...own]);
    },
    range: async (partition, range, consistency) => {
      const existing = await index.range(partition, range, consistency);
      if (partition !== plan.partition) return existing;
      const joined = new Map([...existing, ...within(range)].map((item) => [item.sk, item]));
      return Array.from(joined.values()).sort((left, right) => (left.sk < right.sk ? -1 : 1));
    },
  };
};

/** The hours that are read. */
export interface HourRange {
  readonly first: Hour;
  readonly last: Hour;
}

/**
 * The index of a scope with the entries that wait. One that is already in the index is counted once.
 * @param read entries outside these hours are left out @throws IndexChanged
 */
export const withWaiting = async (
  index: DeliveryIndex,
  scope: IndexScope,
  waiting: ReadonlyMap<Hour, HourEntries>,
  read: HourRange,
  consistency: Consistency,
): Promise<DeliveryIndex> => {
  const byHour = Array.from(waiting).filter(([hour]) => hour >= read.first && hour <= read.last);
  if (byHour.length === 0) return index;
  const check = (nodes: ReadonlyMap<string, IndexItem>): void => {
    for (const hour of byHour) requireOneVersion(nodes, hour, scope.instanceId === null);
  };
  const plan = await planHours({ index, limits: blockLimits }, scope, byHour, consistency, check);
  return plan === null ? index : planned(index, plan);
};

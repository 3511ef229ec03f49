import { blockLimits } from './index-limits.ts';
import { countOf } from './block-list.ts';
import type { IndexedEvent } from './event.ts';
import type { InstanceTallies } from './rollup.ts';
import { eventsIn, sumOf } from './tally.ts';
import { dayOfHour, hourOf, octaveOfHour, type Hour } from './time-grid.ts';
import { IndexChanged } from './errors.ts';
import type { Consistency, DeliveryIndex, IndexItem, IndexScope } from './delivery-index.ts';
import { hourList } from './hour-list.ts';
import { sortKeys, type SortRange } from './sort-keys.ts';
import { planHours, type HoursPlan } from './plan-hours.ts';
import { unpackDay, unpackHourInstances, unpackOctave } from './rollup-codec.ts';

const eventsOf = (instances: InstanceTallies): number => eventsIn(sumOf(instances.values()));

/**
 * Requires that the nodes of an hour are of one version. They are read in parallel, and different versions would count waiting
 * reports twice. Each commit that changes the hour adds to all of its counts, so equal counts mean one version. @throws IndexChanged
 */
const requireOneVersion = (nodes: ReadonlyMap<string, IndexItem>, hour: Hour, byInstance: boolean): void => {
  const [day, octave] = [dayOfHour(hour), octaveOfHour(hour)];
  const body = (sk: string): Uint8Array | undefined => nodes.get(sk)?.body;
  const [ofDay, ofOctave, ofInstances] = [
    body(sortKeys.day(day)),
    body(sortKeys.octave(octave)),
    body(sortKeys.instances(hour)),
  ];
  const inDay = ofDay === undefined ? undefined : unpackDay(day, ofDay).hours.get(hour);
  const inOctave = ofOctave === undefined ? undefined : unpackOctave(octave, ofOctave).days.get(day);
  const counts = [
    inDay === undefined ? 0 : eventsIn(inDay.tally),
    inOctave?.events.get(hour) ?? 0,
    ...(byInstance ? [ofInstances === undefined ? 0 : eventsOf(unpackHourInstances(ofInstances))] : []),
  ];
  const listed = countOf(hourList(hour, nodes).blocks);
  if (counts.some((count) => count !== listed)) throw new IndexChanged();
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
 * The index of a scope with the events that wait. An event that is already in the index is counted once.
 * @param read events outside these hours are left out @throws IndexChanged
 */
export const withWaiting = async (
  index: DeliveryIndex,
  scope: IndexScope,
  waiting: readonly IndexedEvent[],
  read: HourRange,
  consistency: Consistency,
): Promise<DeliveryIndex> => {
  const once = new Map(waiting.map((event) => [event.id, event]));
  const byHour = Array.from(Map.groupBy(once.values(), (event) => hourOf(event.occurred_at))).filter(
    ([hour]) => hour >= read.first && hour <= read.last,
  );
  if (byHour.length === 0) return index;
  const check = (nodes: ReadonlyMap<string, IndexItem>): void => {
    for (const [hour] of byHour) requireOneVersion(nodes, hour, scope.instanceId === null);
  };
  const plan = await planHours({ index, limits: blockLimits }, scope, byHour, consistency, check);
  return plan === null ? index : planned(index, plan);
};

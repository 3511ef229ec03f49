import { comparePositions, type BlockList } from './block-list.ts';
import type { IndexedEvent } from './event.ts';
import {
  addBuckets,
  addInstances,
  emptyBucket,
  emptyDay,
  emptyOctave,
  incrementOf,
  otherInstances,
  type Bucket,
  type DayRollup,
  type InstanceTallies,
} from './rollup.ts';
import { emptyTally, plus, sumOf, type Tally } from './tally.ts';
import {
  dayOfHour,
  daysInOctave,
  firstDayOfOctave,
  firstHourOfDay,
  hoursInDay,
  inclusive,
  octaveOfHour,
  type Day,
  type Hour,
} from './time-grid.ts';
import { bySortKey, eventsOfBlock, positionOf } from './block-events.ts';
import type { DeliveryIndex, IndexScope } from './delivery-index.ts';
import { hourList, type HourList } from './hour-list.ts';
import { sortKeys, sortRanges } from './sort-keys.ts';
import { mayLackCodes, unpackDay, unpackHourInstances, unpackOctave } from './rollup-codec.ts';

/** A count of the index that differs from the events that it counts. It holds no identifiers except those of instances. */
export interface Difference {
  readonly what: string;
  readonly counted: string;
  readonly found: string;
}

const instancesText = (instances: InstanceTallies): string => JSON.stringify(Array.from(instances).sort());
const codesText = ({ errors }: Bucket): string =>
  JSON.stringify(Array.from(errors, ([key, { count }]) => [key, count]).sort());

const difference = (what: string, counted: string, found: string): readonly Difference[] =>
  counted === found ? [] : [{ what, counted, found }];

/** Checks a list of blocks: events ascend, each is there once and in its own block, and the counts are right. */
const listDifferences = (list: BlockList, byBlock: readonly (readonly IndexedEvent[])[]): readonly Difference[] => {
  const events = byBlock.flat();
  const unordered = events.filter((event, place) => {
    const next = events[place + 1];
    return next !== undefined && comparePositions(positionOf(event), positionOf(next)) >= 0;
  });
  const misplaced = list.blocks.filter((block, place) => {
    const first = byBlock[place]?.[0];
    return first === undefined || comparePositions(block.start, positionOf(first)) > 0;
  });
  const newest = events.reduce((id, event) => (event.id > id ? event.id : id), '');
  return [
    ...difference(
      'events in blocks',
      byBlock.map((held) => held.length).join(),
      list.blocks.map((block) => block.count).join(),
    ),
    ...difference('events out of order', '0', String(unordered.length)),
    ...difference('events out of place', '0', String(misplaced.length)),
    ...difference('newest id', newest, list.newestId),
  ];
};

/** @param nodes the buckets of each node. One that may lack codes counts those that it had first: only the tallies are compared. */
const bucketDifferences = (
  what: string,
  counted: Bucket,
  found: Bucket,
  nodes: readonly Iterable<Bucket>[],
): readonly Difference[] => {
  const tallies = difference(what, JSON.stringify(counted.tally), JSON.stringify(found.tally));
  if (tallies.length > 0 || nodes.some(mayLackCodes)) return tallies;
  return difference(what, codesText(counted), codesText(found));
};

/** An hour counts an instance by name from its first event on, or never. */
const underNamesOf = (node: InstanceTallies, instances: InstanceTallies): InstanceTallies => {
  if (!node.has(otherInstances)) return instances;
  const named = new Map<string, Tally>();
  for (const [instance, tally] of instances) {
    const name = node.has(instance) ? instance : otherInstances;
    named.set(name, plus(named.get(name) ?? emptyTally, tally));
  }
  return named;
};

/** Two nodes with further instances can name different ones: only their sums are compared. */
const instanceDifferences = (what: string, counted: InstanceTallies, found: InstanceTallies): readonly Difference[] =>
  counted.has(otherInstances) || found.has(otherInstances)
    ? difference(what, JSON.stringify(sumOf(counted.values())), JSON.stringify(sumOf(found.values())))
    : difference(what, instancesText(counted), instancesText(found));

const sumInstances = (parts: readonly InstanceTallies[]): InstanceTallies => parts.reduce(addInstances, new Map());

type Nodes = ReadonlyMap<string, { readonly body: Uint8Array }>;

const dayIn = (nodes: Nodes, day: Day): DayRollup => {
  const item = nodes.get(sortKeys.day(day));
  return item === undefined ? emptyDay : unpackDay(day, item.body);
};

const instancesIn = (nodes: Nodes, hour: Hour): InstanceTallies => {
  const item = nodes.get(sortKeys.instances(hour));
  return item === undefined ? new Map() : unpackHourInstances(item.body);
};

/**
 * Recounts one hour of a scope from its events, and the sums of its day and its octave.
 * @throws IndexChanged when the hour changed while it was read
 */
export const auditHour = async (
  index: DeliveryIndex,
  { partition, instanceId }: IndexScope,
  hour: Hour,
): Promise<readonly Difference[]> => {
  const byInstance = instanceId === null;
  const [day, octave] = [dayOfHour(hour), octaveOfHour(hour)];
  const hours = inclusive(firstHourOfDay(day), firstHourOfDay(day) + hoursInDay - 1);
  const days = inclusive(firstDayOfOctave(octave), firstDayOfOctave(octave) + daysInOctave - 1);
  const [eventItems, nodes] = await Promise.all([
    Promise.all([
      index.range(partition, sortRanges.hours(hour, hour, 'events'), 'strong'),
      index.range(partition, sortRanges.hours(hour, hour, 'echoes'), 'strong'),
    ]),
    index.get(
      partition,
      [sortKeys.octave(octave), ...days.map(sortKeys.day), ...hours.map(sortKeys.instances)],
      'strong',
    ),
  ]);
  const octaveItem = nodes.get(sortKeys.octave(octave));
  const inOctave = octaveItem === undefined ? emptyOctave : unpackOctave(octave, octaveItem.body);
  const dayRollup = (of: Day): DayRollup => dayIn(nodes, of);
  const instancesOf = (of: Hour): InstanceTallies => instancesIn(nodes, of);
  const items = bySortKey(eventItems.flat());
  const [list, echoes] = [hourList(hour, items, 'events'), hourList(hour, items, 'echoes')];
  const entriesByBlock = ({ blocks, kind }: HourList): readonly (readonly IndexedEvent[])[] =>
    blocks.map((block) => eventsOfBlock(block, items, kind));
  const [byBlock, echoesByBlock] = [entriesByBlock(list), entriesByBlock(echoes)];
  const counted = incrementOf(hour, { events: byBlock.flat(), echoes: echoesByBlock.flat() }, byInstance);
  const [inHour, inDay] = [instancesOf(hour), dayRollup(day)];
  const sumOfDay = Array.from(inDay.hours.values()).reduce(addBuckets, emptyBucket);
  return [
    ...listDifferences(list, byBlock),
    ...listDifferences(echoes, echoesByBlock),
    ...bucketDifferences('hour in its day', counted, inDay.hours.get(hour) ?? emptyBucket, [inDay.hours.values()]),
    ...difference(
      'events in the octave',
      String(counted.events),
      String(inOctave.days.get(day)?.events.get(hour) ?? 0),
    ),
    ...difference(
      'instances of the hour',
      instancesText(underNamesOf(inHour, counted.instances)),
      instancesText(inHour),
    ),
    ...instanceDifferences('instances of the day', sumInstances(hours.map(instancesOf)), inDay.instances),
    ...bucketDifferences('day in its octave', sumOfDay, inOctave.days.get(day) ?? emptyBucket, [
      inDay.hours.values(),
      inOctave.days.values(),
    ]),
    ...instanceDifferences(
      'instances of the octave',
      sumInstances(days.map((of) => dayRollup(of).instances)),
      inOctave.instances,
    ),
  ];
};

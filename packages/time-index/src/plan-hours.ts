import {
  addInstances,
  addToDay,
  addToOctave,
  emptyDay,
  emptyOctave,
  incrementsOf,
  type HourIncrement,
} from './rollup.ts';
import type { BlockLimits } from './block-list.ts';
import type { IndexedEvent } from './event.ts';
import { dayOfHour, octaveOfHour, type Hour } from './time-grid.ts';
import type { Consistency, DeliveryIndex, IndexItem, IndexScope, NodeWrite, SegmentWrite } from './delivery-index.ts';
import { foldHour, type FoldedHour } from './fold-hour.ts';
import { hourList, listKeys } from './hour-list.ts';
import { sortKeys } from './sort-keys.ts';
import { nodeTtl } from './node-ttl.ts';
import {
  packDay,
  packHourInstances,
  packOctave,
  unpackDay,
  unpackHourInstances,
  unpackOctave,
} from './rollup-codec.ts';

export interface PlanDeps {
  readonly index: DeliveryIndex;
  readonly limits: BlockLimits;
}

/** Events by hour. */
export type EventsByHour = readonly (readonly [Hour, readonly IndexedEvent[]])[];

/** The writes that add events to the index of a scope. Segments are written before the nodes. */
export interface HoursPlan {
  readonly partition: string;
  readonly segments: readonly SegmentWrite[];
  readonly nodes: readonly NodeWrite[];
  /** Segments that the new nodes no longer name. */
  readonly obsolete: readonly string[];
}

type Nodes = ReadonlyMap<string, IndexItem>;

const write = (
  nodes: Nodes,
  sk: string,
  expires: number,
  pack: (node: IndexItem | undefined) => Uint8Array,
): NodeWrite => {
  const node = nodes.get(sk);
  return { sk, version: node?.version ?? 0, body: pack(node), ttl: expires };
};

const instanceWrites = (nodes: Nodes, increments: readonly HourIncrement[]): readonly NodeWrite[] =>
  increments.map(({ hour, instances }) =>
    write(nodes, sortKeys.instances(hour), nodeTtl.hour(hour), (node) =>
      packHourInstances(addInstances(node === undefined ? new Map() : unpackHourInstances(node.body), instances)),
    ),
  );

const dayWrites = (nodes: Nodes, increments: readonly HourIncrement[]): readonly NodeWrite[] =>
  Array.from(
    Map.groupBy(increments, ({ hour }) => dayOfHour(hour)),
    ([day, own]) =>
      write(nodes, sortKeys.day(day), nodeTtl.day(day), (node) =>
        packDay(day, own.reduce(addToDay, node === undefined ? emptyDay : unpackDay(day, node.body))),
      ),
  );

const octaveWrites = (nodes: Nodes, increments: readonly HourIncrement[]): readonly NodeWrite[] =>
  Array.from(
    Map.groupBy(increments, ({ hour }) => octaveOfHour(hour)),
    ([octave, own]) =>
      write(nodes, sortKeys.octave(octave), nodeTtl.octave(octave), (node) =>
        packOctave(octave, own.reduce(addToOctave, node === undefined ? emptyOctave : unpackOctave(octave, node.body))),
      ),
  );

const nodeKeys = (hours: readonly Hour[], byInstance: boolean): readonly string[] =>
  Array.from(
    new Set([
      ...hours.flatMap(listKeys),
      ...hours.flatMap((hour) => [
        ...(byInstance ? [sortKeys.instances(hour)] : []),
        sortKeys.day(dayOfHour(hour)),
        sortKeys.octave(octaveOfHour(hour)),
      ]),
    ]),
  );

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/**
 * Plans the addition of events of a few hours to their lists and to all counts above them. It writes nothing.
 * @param check is called with the nodes as they were read @returns null when the index has all events already @throws IndexChanged
 */
export const planHours = async (
  { index, limits }: PlanDeps,
  { partition, instanceId }: IndexScope,
  byHour: EventsByHour,
  consistency: Consistency,
  check: (nodes: ReadonlyMap<string, IndexItem>) => void = () => undefined,
): Promise<HoursPlan | null> => {
  const byInstance = instanceId === null;
  const hours = byHour.map(([hour]) => hour);
  const nodes = await index.get(partition, nodeKeys(hours, byInstance), consistency);
  check(nodes);
  const fold = ([hour, events]: EventsByHour[number]): Promise<FoldedHour | undefined> =>
    foldHour(
      index,
      { partition, hour, list: hourList(hour, nodes), limits, ttl: nodeTtl.hour(hour), consistency },
      events,
    );
  const folded = (await Promise.all(byHour.map(fold))).filter(isDefined);
  if (folded.length === 0) return null;
  const increments = incrementsOf(
    folded.flatMap(({ fresh }) => fresh),
    byInstance,
  );
  return {
    partition,
    segments: folded.flatMap(({ segments }) => segments),
    nodes: [
      ...folded.flatMap((hour) => hour.nodes),
      ...(byInstance ? instanceWrites(nodes, increments) : []),
      ...dayWrites(nodes, increments),
      ...octaveWrites(nodes, increments),
    ],
    obsolete: folded.flatMap((hour) => hour.obsolete),
  };
};

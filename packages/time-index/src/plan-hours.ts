import {
  addInstances,
  addToDay,
  addToOctave,
  emptyDay,
  emptyOctave,
  incrementOf,
  type HourIncrement,
} from './rollup.ts';
import type { BlockLimits } from './block-list.ts';
import type { IndexedEvent } from './event.ts';
import { dayOfHour, octaveOfHour, type Hour } from './time-grid.ts';
import type { Consistency, DeliveryIndex, IndexItem, IndexScope, NodeWrite, SegmentWrite } from './delivery-index.ts';
import { foldHour, type FoldedHour } from './fold-hour.ts';
import { hourList, listKeys } from './hour-list.ts';
import { sortKeys, type ListKind } from './sort-keys.ts';
import type { HourEntries } from './state-changes.ts';
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

/** The entries to add, by hour. */
export type EntriesByHour = readonly (readonly [Hour, HourEntries])[];

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

const nodeKeys = (byHour: EntriesByHour, byInstance: boolean): readonly string[] =>
  Array.from(
    new Set(
      byHour.flatMap(([hour, { echoes }]) => [
        ...listKeys(hour, 'events'),
        ...(echoes.length > 0 ? listKeys(hour, 'echoes') : []),
        ...(byInstance ? [sortKeys.instances(hour)] : []),
        sortKeys.day(dayOfHour(hour)),
        sortKeys.octave(octaveOfHour(hour)),
      ]),
    ),
  );

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/**
 * Plans the addition of entries of a few hours to their lists and to all counts above them. It writes nothing.
 * @param check is called with the nodes as they were read @returns null when the index has all entries already @throws IndexChanged
 */
export const planHours = async (
  { index, limits }: PlanDeps,
  { partition, instanceId }: IndexScope,
  byHour: EntriesByHour,
  consistency: Consistency,
  check: (nodes: ReadonlyMap<string, IndexItem>) => void = () => undefined,
): Promise<HoursPlan | null> => {
  const byInstance = instanceId === null;
  const nodes = await index.get(partition, nodeKeys(byHour, byInstance), consistency);
  check(nodes);
  const fold = (hour: Hour, kind: ListKind, entries: readonly IndexedEvent[]): Promise<FoldedHour | undefined> =>
    foldHour(
      index,
      { partition, hour, list: hourList(hour, nodes, kind), limits, ttl: nodeTtl.hour(hour), consistency },
      entries,
    );
  const planned = await Promise.all(
    byHour.map(async ([hour, { events, echoes }]) => {
      const [ofEvents, ofEchoes] = await Promise.all([fold(hour, 'events', events), fold(hour, 'echoes', echoes)]);
      const fresh = { events: ofEvents?.fresh ?? [], echoes: ofEchoes?.fresh ?? [] };
      return { lists: [ofEvents, ofEchoes].filter(isDefined), increment: incrementOf(hour, fresh, byInstance) };
    }),
  );
  const folded = planned.flatMap(({ lists }) => lists);
  if (folded.length === 0) return null;
  const increments = planned.filter(({ lists }) => lists.length > 0).map(({ increment }) => increment);
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

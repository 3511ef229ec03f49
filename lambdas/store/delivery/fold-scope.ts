import {
  addInstances,
  addToDay,
  addToOctave,
  emptyDay,
  emptyOctave,
  incrementsOf,
  type HourIncrement,
} from '../../domain/delivery/rollup.ts';
import type { BlockLimits } from '../../domain/delivery/block-list.ts';
import type { IndexedEvent } from '../../domain/delivery/message-state.ts';
import { dayOfHour, hourOf, octaveOfHour, type Hour } from '../../domain/delivery/time-grid.ts';
import { persist, type RetryPolicy } from '../table/commit.ts';
import type { DeliveryIndex, IndexItem, NodeWrite } from './delivery-index.ts';
import { foldHour, type FoldedHour } from './fold-hour.ts';
import { hoursInCommit } from './index-limits.ts';
import { hourList, listKeys } from './hour-list.ts';
import { scopePartition, sortKeys, type DeliveryScope } from './keys.ts';
import { nodeTtl } from './node-ttl.ts';
import {
  packDay,
  packHourInstances,
  packOctave,
  unpackDay,
  unpackHourInstances,
  unpackOctave,
} from './rollup-codec.ts';

export interface FoldDeps {
  readonly index: DeliveryIndex;
  readonly retryPolicy: RetryPolicy;
  readonly limits: BlockLimits;
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

type EventsByHour = readonly (readonly [Hour, readonly IndexedEvent[]])[];

/**
 * Takes events of a few hours in, all or none: their lists, and every count above them, change in one transaction.
 * Segments are written before it; until a committed list names them they are nothing. @throws Contended
 */
const foldHours = async ({ index, limits }: FoldDeps, scope: DeliveryScope, byHour: EventsByHour): Promise<void> => {
  const partition = scopePartition(scope);
  const byInstance = scope.kind !== 'instance';
  const nodes = await index.get(
    partition,
    nodeKeys(
      byHour.map(([hour]) => hour),
      byInstance,
    ),
    'strong',
  );
  const fold = ([hour, events]: EventsByHour[number]): Promise<FoldedHour | undefined> =>
    foldHour(index, { partition, hour, list: hourList(hour, nodes), limits, ttl: nodeTtl.hour(hour) }, events);
  const folded = (await Promise.all(byHour.map(fold))).filter(isDefined);
  if (folded.length === 0) return;
  const increments = incrementsOf(
    folded.flatMap(({ fresh }) => fresh),
    byInstance,
  );
  await index.putSegments(
    partition,
    folded.flatMap(({ segments }) => segments),
  );
  await index.commit(partition, [
    ...folded.flatMap((hour) => hour.nodes),
    ...(byInstance ? instanceWrites(nodes, increments) : []),
    ...dayWrites(nodes, increments),
    ...octaveWrites(nodes, increments),
  ]);
  const obsolete = folded.flatMap((hour) => hour.obsolete);
  if (obsolete.length > 0) await index.remove(partition, obsolete);
};

const octaveOfEntry = ([hour]: EventsByHour[number]): number => octaveOfHour(hour);

const commitsOf = (events: readonly IndexedEvent[]): readonly EventsByHour[] => {
  const hours = Array.from(Map.groupBy(events, (event) => hourOf(event.occurred_at)));
  const ascending = hours.sort(([left], [right]) => left - right);
  return Array.from(Map.groupBy(ascending, octaveOfEntry).values()).flatMap((inOctave) =>
    Array.from({ length: Math.ceil(inOctave.length / hoursInCommit) }, (_, chunk) =>
      inOctave.slice(chunk * hoursInCommit, (chunk + 1) * hoursInCommit),
    ),
  );
};

/**
 * Makes sure that the events are in the index of a scope, each of them once, however often and in whatever order and
 * company they come. Done again after a crash, it goes on from what was committed.
 * @throws ServiceError temporarily_unavailable when others kept coming first
 */
export const foldScope = async (
  deps: FoldDeps,
  scope: DeliveryScope,
  events: readonly IndexedEvent[],
): Promise<void> => {
  const once = Array.from(new Map(events.map((event) => [event.id, event])).values());
  for (const byHour of commitsOf(once)) await persist(deps.retryPolicy, () => foldHours(deps, scope, byHour));
};

import { isoOf, type Milliseconds } from './time.ts';
import { queueNames, work, type QueueName, type WorkKind } from './work.ts';

/** The work of each queue is spread over a few partitions of the index, so that none of them is hot. */
export const dueShards = 8;

export const dueShard = (queue: QueueName, shard: number): string => `${queue}#${shard}`;

const shardOf = (id: string): number => parseInt(id.slice(-2), 16) % dueShards;

/** The attributes that make an item due: it stands in the index until they are removed. */
export interface Due {
  readonly due_shard: string;
  readonly due_at: string;
}

/** @param id any UUID of the work, which spreads it over the shards */
export const dueAt = (kind: WorkKind, id: string, time: Milliseconds): Due => ({
  due_shard: dueShard(work[kind].queue, shardOf(id)),
  due_at: isoOf(time),
});

/** Where an event of a slow endpoint waits. @param id any UUID of the event */
export const slowShard = (id: string): string => dueShard('slow', shardOf(id));

/**
 * Places in the index that no sweep looks at, one for each partner: `held` are events that wait for their endpoint,
 * `kept` are those that were not delivered, for the operator to find.
 */
export const asides = ['held', 'kept'] as const;
export type Aside = (typeof asides)[number];

export const asideShard = (aside: Aside, partnerId: string): string => `${aside}#${partnerId}`;

/** Where an item stands in the index, by its `due_shard`; null for a place that does not exist. */
export const placeOf = (shard: string): QueueName | Aside | null => {
  const [name] = shard.split('#', 1);
  return [...queueNames, ...asides].find((place) => place === name) ?? null;
};

export const isAside = (place: QueueName | Aside): place is Aside => asides.some((aside) => aside === place);

/** What is put on a queue: a hint that an item is due. The item itself, in the table, is the truth. */
export interface DueHint {
  readonly pk: string;
  readonly sk: string;
}

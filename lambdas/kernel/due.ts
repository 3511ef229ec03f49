import { isoOf, type Milliseconds } from './time.ts';
import { queueNames, work, type QueueName, type WorkKind } from './work.ts';

/** The number of shards of a queue in the index `due`, so that no partition is hot. */
export const dueShards = 8;

/**
 * Each event writes an entry of the index and deletes it, so 64 partitions of 1,000 write units a second take 32,000
 * events a second. The number can be raised to 256 by a deployment. It can't be lowered: no sweep would read the other
 * shards.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
export const eventShards = 64;

export const shardsOf = (queue: QueueName): number => (queue === 'event' ? eventShards : dueShards);

export const dueShard = (queue: QueueName, shard: number): string => `${queue}#${shard}`;

/** @param id any UUID, whose last digits are random */
const placeIn = (queue: QueueName, id: string): string => dueShard(queue, parseInt(id.slice(-2), 16) % shardsOf(queue));

/** The attributes that put an item into the index `due`. */
export interface Due {
  readonly due_shard: string;
  readonly due_at: string;
}

/** @param id any UUID of the work, which spreads it over the shards */
export const dueAt = (kind: WorkKind, id: string, time: Milliseconds): Due => ({
  due_shard: placeIn(work[kind].queue, id),
  due_at: isoOf(time),
});

/** The shard of an event of a slow endpoint. @param id any UUID of the event */
export const slowShard = (id: string): string => placeIn('slow', id);

/** Shards that no sweep reads, one of each for a partner: events that wait for their endpoint, and undelivered events. */
export const partnerShards = ['parked', 'undelivered'] as const;
export type PartnerShard = (typeof partnerShards)[number];

export const partnerShardOf = (shard: PartnerShard, partnerId: string): string => `${shard}#${partnerId}`;

/** The queue or the partner shard of a `due_shard`; null when it names neither. */
export const placeOf = (shard: string): QueueName | PartnerShard | null => {
  const [name] = shard.split('#', 1);
  return [...queueNames, ...partnerShards].find((place) => place === name) ?? null;
};

export const isPartnerShard = (place: QueueName | PartnerShard): place is PartnerShard =>
  partnerShards.some((shard) => shard === place);

/** A queue message: the key of an item that is due. The table is authoritative. */
export interface DueHint {
  readonly pk: string;
  readonly sk: string;
}

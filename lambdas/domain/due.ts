import { isoOf, type Milliseconds } from './time.ts';
import { queueNames, work, type QueueName, type WorkKind } from './work.ts';

/** Partitions of the index `due` for each queue, so that none is hot. */
export const dueShards = 8;

/**
 * Events come by the thousand: each writes its place and removes it, so 64 partitions of 1,000 write units a second take
 * 32,000 a second. More (256 at most) is a deployment; fewer would leave events where no sweep looks.
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

/** Where an event of a slow endpoint waits. @param id any UUID of the event */
export const slowShard = (id: string): string => placeIn('slow', id);

/** Partitions that no sweep reads, one a partner: events that wait for their endpoint, and undelivered events. */
export const asides = ['held', 'kept'] as const;
export type Aside = (typeof asides)[number];

export const asideShard = (aside: Aside, partnerId: string): string => `${aside}#${partnerId}`;

/** The queue or the aside of a `due_shard`; null when it names neither. */
export const placeOf = (shard: string): QueueName | Aside | null => {
  const [name] = shard.split('#', 1);
  return [...queueNames, ...asides].find((place) => place === name) ?? null;
};

export const isAside = (place: QueueName | Aside): place is Aside => asides.some((aside) => aside === place);

/** A queue message: the key of an item that is due. The table is authoritative. */
export interface DueHint {
  readonly pk: string;
  readonly sk: string;
}

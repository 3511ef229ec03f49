import { isoOf, type Milliseconds } from './time.ts';

/** Kinds of work that wait in the table for their time, each with a queue and a worker of its own. */
export const dueKinds = ['event', 'outbox', 'migration', 'lifecycle', 'sync', 'refresh', 'report'] as const;
export type DueKind = (typeof dueKinds)[number];

/** Each kind is spread over a few partitions of the index, so that none of them is hot. */
export const dueShards = 8;

export const dueShard = (kind: DueKind, shard: number): string => `${kind}#${shard}`;

const shardOf = (id: string): number => parseInt(id.slice(-2), 16) % dueShards;

/** The attributes that make an item due: it stands in the index until they are removed. */
export interface Due {
  readonly due_shard: string;
  readonly due_at: string;
}

/** @param id any UUID of the work, which spreads it over the shards */
export const dueAt = (kind: DueKind, id: string, time: Milliseconds): Due => ({
  due_shard: dueShard(kind, shardOf(id)),
  due_at: isoOf(time),
});

export const dueKindOf = (shard: string): DueKind | null =>
  dueKinds.find((kind) => shard.startsWith(`${kind}#`)) ?? null;

/**
 * Places in the index that no sweep looks at, one for each partner: `held` are events that wait for their endpoint,
 * `kept` are those that were not delivered, for the operator to find.
 */
export const asides = ['held', 'kept'] as const;
export type Aside = (typeof asides)[number];

export const asideShard = (aside: Aside, partnerId: string): string => `${aside}#${partnerId}`;

export const isAside = (shard: string): boolean => asides.some((aside) => shard.startsWith(`${aside}#`));

/** What is put on a queue: a hint that an item is due. The item itself, in the table, is the truth. */
export interface DueHint {
  readonly pk: string;
  readonly sk: string;
}

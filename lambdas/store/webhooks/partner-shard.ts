import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { partnerShardOf, type PartnerShard, type DueHint } from '../../kernel/due.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { dueHintOf } from '../table/due.ts';
import { dueIndex } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';

/** The last time whose year has four digits, so that it sorts after all others. */
const lastMoment: Milliseconds = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A parked or undelivered event, and since when it is. */
interface ShardEvent {
  readonly hint: DueHint;
  readonly since: Milliseconds;
}

export interface ShardPage {
  readonly events: readonly ShardEvent[];
  /** Where the next page begins; null on the last. */
  readonly next: Item | null;
}

/** A range of times, the size of the page, and the position after the previous page. */
export interface ShardRange {
  readonly since?: Milliseconds;
  readonly until?: Milliseconds;
  readonly limit: number;
  readonly start?: Item | null;
}

const shardParams = (
  table: string,
  shard: PartnerShard,
  partnerId: string,
  { since = 0, until = lastMoment, limit, start = null }: ShardRange,
): QueryCommandInput => ({
  TableName: table,
  IndexName: dueIndex,
  KeyConditionExpression: 'due_shard = :shard AND due_at BETWEEN :since AND :until',
  ExpressionAttributeValues: {
    ':shard': partnerShardOf(shard, partnerId),
    ':since': isoOf(since),
    ':until': isoOf(until),
  },
  Limit: limit,
  ...(start !== null && { ExclusiveStartKey: { ...start } }),
});

const timeItem = z.object({ due_at: z.string() });

/**
 * A partner's parked or undelivered events, the oldest first. The index is eventually consistent: it may lack a new event,
 * or still have one that is gone, whose claim fails.
 */
export const readPartnerShard = async (
  table: Table,
  shard: PartnerShard,
  partnerId: string,
  range: ShardRange,
): Promise<ShardPage> => {
  const { Items: items = [], LastEvaluatedKey: next } = await table.client.send(
    new QueryCommand(shardParams(table.name, shard, partnerId, range)),
  );
  return {
    events: items.map((item) => ({ hint: dueHintOf(item), since: Date.parse(timeItem.parse(item).due_at) })),
    next: next ?? null,
  };
};

/** How many of a partner's events are in a shard, counted up to a number, and since when the oldest is. */
export interface ShardCount {
  readonly count: number;
  /** Whether there are more than were counted. */
  readonly more: boolean;
  readonly oldest: string | null;
}

export const countShard = async (
  table: Table,
  shard: PartnerShard,
  partnerId: string,
  most: number,
): Promise<ShardCount> => {
  const { events, next } = await readPartnerShard(table, shard, partnerId, { limit: most });
  const [first] = events;
  return { count: events.length, more: next !== null, oldest: first === undefined ? null : isoOf(first.since) };
};

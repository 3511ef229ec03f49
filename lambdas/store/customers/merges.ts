import * as z from 'zod/mini';
import { seconds, type Milliseconds } from '../../domain/time.ts';
import type { Clause } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import type { Table } from '../table/table.ts';

/** A merge whose lines are rewritten in the background, or were a while ago. */
interface Merge {
  readonly target: string;
  /** No line stands under the source any more. */
  readonly isEnded: boolean;
}

/** Merges by their source. */
export type Merges = ReadonlyMap<string, Merge>;

const mergeItem = z.object({ sk: z.string(), target_id: z.string(), ended: z.optional(z.boolean()) });

/** @param consistency `eventual` where what was true a moment ago will do, at half the price */
export const readMerges = async (
  table: Table,
  partnerId: string,
  consistency: 'strong' | 'eventual' = 'strong',
): Promise<Merges> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.merge(partnerId, '').pk },
    ConsistentRead: consistency === 'strong',
  });
  return new Map(
    items
      .map((item) => mergeItem.parse(item))
      .map(({ sk, target_id: target, ended }) => [sk, { target, isEnded: ended === true }]),
  );
};

/** Who owns what stands under a customer, or was read under it just now: the customer, or the end of its merges. */
export const ownerOf = (merges: Merges, customerId: string): string => {
  const merge = merges.get(customerId);
  return merge === undefined ? customerId : ownerOf(merges, merge.target);
};

/** The customers whose lines are on their way to `customerId`, or have come a while ago. */
export const sourcesOf = (merges: Merges, customerId: string): readonly string[] =>
  Array.from(merges.keys()).filter((source) => ownerOf(merges, source) === customerId);

/** Whether a merge has yet to bring lines to a customer, directly or by way of others. */
export const isExpectingInstances = (merges: Merges, customerId: string): boolean =>
  sourcesOf(merges, customerId).some((source) => merges.get(source)?.isEnded === false);

/** Whether a merge has yet to take lines of a customer away. */
export const isGivingInstances = (merges: Merges, customerId: string): boolean =>
  merges.get(customerId)?.isEnded === false;

/** From this commit on, every read shows the target as the owner of the source's lines. */
export const beginMergeClause = (table: Table, partnerId: string, source: string, target: string): Clause => ({
  name: 'the merge is under way',
  write: { Put: { TableName: table.name, Item: { ...keys.merge(partnerId, source), target_id: target } } },
});

/** Longer than any invocation lives. */
const kept: Milliseconds = 60 * 60_000;

/**
 * No line stands under the source any more. The merge is kept for a while: who has read a line, or the lines of the
 * target, before the last ones came learns from it that they are on their way.
 */
export const endMerge = async (table: Table, partnerId: string, source: string, now: Milliseconds): Promise<void> => {
  // One that is gone was ended, and kept for its time.
  await tryUpdate(table, {
    Key: { ...keys.merge(partnerId, source) },
    UpdateExpression: 'SET ended = :yes, #ttl = :ttl',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':yes': true, ':ttl': seconds(now + kept) },
  });
};

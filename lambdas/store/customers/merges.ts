import * as z from 'zod/mini';
import { seconds, type Milliseconds } from '../../kernel/time.ts';
import type { Clause } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import type { Table } from '../table/table.ts';

/** A merge whose instances are moved in the background, or were moved within the last hour. */
interface Merge {
  readonly target: string;
  /** The source has no instances any more. */
  readonly isEnded: boolean;
}

/** Merges by the id of their source customer. */
export type Merges = ReadonlyMap<string, Merge>;

const mergeItem = z.object({ sk: z.string(), target_id: z.string(), ended: z.optional(z.boolean()) });

/** @param consistency `eventual` costs half, and may miss the latest changes */
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

/** The owner of an instance whose record names `customerId`: that customer, or the target at the end of its merges. */
export const ownerOf = (merges: Merges, customerId: string): string => {
  const merge = merges.get(customerId);
  return merge === undefined ? customerId : ownerOf(merges, merge.target);
};

/** The customers whose instances move to `customerId`, or were moved to it within the last hour. */
export const sourcesOf = (merges: Merges, customerId: string): readonly string[] =>
  Array.from(merges.keys()).filter((source) => ownerOf(merges, source) === customerId);

/** Whether a merge has yet to move instances to a customer, directly or through other customers. */
export const isExpectingInstances = (merges: Merges, customerId: string): boolean =>
  sourcesOf(merges, customerId).some((source) => merges.get(source)?.isEnded === false);

/** Whether a merge has yet to move instances away from a customer. */
export const isGivingInstances = (merges: Merges, customerId: string): boolean =>
  merges.get(customerId)?.isEnded === false;

/** After this commit, every read shows the target as the owner of the source's instances. */
export const beginMergeClause = (table: Table, partnerId: string, source: string, target: string): Clause => ({
  name: 'the merge is under way',
  write: { Put: { TableName: table.name, Item: { ...keys.merge(partnerId, source), target_id: target } } },
});

/** How long an ended merge is stored: longer than any invocation runs. */
const endedMergeLifetime: Milliseconds = 60 * 60_000;

/**
 * Marks a merge as ended, because the source has no instances any more. The record is stored for an hour longer: an
 * invocation that read instances before the last one was moved finds their owner by it.
 */
export const endMerge = async (table: Table, partnerId: string, source: string, now: Milliseconds): Promise<void> => {
  // A merge without a record has ended, and its record has expired.
  await tryUpdate(table, {
    Key: { ...keys.merge(partnerId, source) },
    UpdateExpression: 'SET ended = :yes, #ttl = :ttl',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':yes': true, ':ttl': seconds(now + endedMergeLifetime) },
  });
};

import * as z from 'zod/mini';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import type { Table } from '../table/table.ts';

/** Merges whose lines are still being rewritten: each source with its target. */
export type Merges = ReadonlyMap<string, string>;

const mergeItem = z.object({ sk: z.string(), target_id: z.string() });

export const readMerges = async (table: Table, partnerId: string): Promise<Merges> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.merge(partnerId, '').pk },
    ConsistentRead: true,
  });
  return new Map(items.map((item) => mergeItem.parse(item)).map(({ sk, target_id: target }) => [sk, target]));
};

/** Who owns what stands under a customer: the customer, or the end of its merges that are under way. */
export const ownerOf = (merges: Merges, customerId: string): string => {
  const target = merges.get(customerId);
  return target === undefined ? customerId : ownerOf(merges, target);
};

/** The customers whose lines are on their way to `customerId`. */
export const sourcesOf = (merges: Merges, customerId: string): readonly string[] =>
  Array.from(merges.keys()).filter((source) => ownerOf(merges, source) === customerId);

/** From this commit on, every read shows the target as the owner of the source's lines. */
export const beginMergeClause = (table: Table, partnerId: string, source: string, target: string): Clause => ({
  name: 'the merge is under way',
  write: { Put: { TableName: table.name, Item: { ...keys.merge(partnerId, source), target_id: target } } },
});

export const endMergeClause = (table: Table, partnerId: string, source: string): Clause => ({
  name: 'the merge is no longer under way',
  write: { Delete: { TableName: table.name, Key: { ...keys.merge(partnerId, source) } } },
});

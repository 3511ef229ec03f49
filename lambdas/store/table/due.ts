import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { QueryCommand, UpdateCommand, type QueryCommandInput, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dueShard, type DueHint, type DueKind } from '../../domain/due.ts';
import { isoOf, type Milliseconds } from '../../domain/time.ts';
import { itemOf } from './attributes.ts';
import { contended, persist } from './commit.ts';
import { dueIndex, type Key } from './keys.ts';
import type { Item, Table } from './table.ts';

const hintItem = z.object({ pk: z.string(), sk: z.string() });
export const dueHintOf = (item: unknown): DueHint => hintItem.parse(item);

/** Work in the index, and when it is due. */
export interface DueWork {
  readonly hint: DueHint;
  readonly dueAt: Milliseconds;
}

const timeItem = z.object({ due_at: z.string() });
const dueWorkOf = (item: Item): DueWork => ({
  hint: dueHintOf(item),
  dueAt: Date.parse(timeItem.parse(item).due_at),
});

export const claimParams = (
  table: string,
  key: Key,
  now: Milliseconds,
  until: Milliseconds,
  lease: string,
): UpdateCommandInput => ({
  TableName: table,
  Key: { pk: key.pk, sk: key.sk },
  UpdateExpression: 'SET due_at = :until, lease = :lease',
  ConditionExpression: 'due_at <= :now',
  ExpressionAttributeValues: { ':until': isoOf(until), ':lease': lease, ':now': isoOf(now) },
  ReturnValues: 'ALL_NEW',
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
});

/**
 * The client repeats a claim whose answer was lost, and the repetition fails by the claim itself: then the item stands
 * as the claim left it.
 */
const isClaimed = (standing: Item, until: Milliseconds, lease: string): boolean =>
  standing['lease'] === lease && standing['due_at'] === isoOf(until);

/**
 * Takes an item of due work for a while: it becomes due again when the lease runs out, so a worker that dies loses
 * nothing. Whoever finishes the work does so under the condition that the lease is still its own.
 * @returns the item, or null when it is not due: done, not yet, or another worker's
 */
export const claimDue = async (
  table: Table,
  key: Key,
  now: Milliseconds,
  until: Milliseconds,
  lease: string,
): Promise<Item | null> => {
  const update = new UpdateCommand(claimParams(table.name, key, now, until, lease));
  return persist(table.patience, async () => {
    try {
      const { Attributes: item } = await table.client.send(update);
      return item ?? null;
    } catch (error) {
      if (error instanceof TransactionConflictException) throw contended();
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const standing = itemOf(error.Item);
      return standing !== undefined && isClaimed(standing, until, lease) ? standing : null;
    }
  });
};

export const dueParams = (table: string, shard: string, until: Milliseconds, limit: number): QueryCommandInput => ({
  TableName: table,
  IndexName: dueIndex,
  KeyConditionExpression: 'due_shard = :shard AND due_at <= :until',
  ExpressionAttributeValues: { ':shard': shard, ':until': isoOf(until) },
  Limit: limit,
});

/** What is due at `until` or was before, in one shard, oldest first, page after page. */
export async function* readDue(
  table: Table,
  kind: DueKind,
  shard: number,
  until: Milliseconds,
): AsyncGenerator<readonly DueWork[]> {
  let start: Item | undefined;
  do {
    const params = dueParams(table.name, dueShard(kind, shard), until, 1000);
    const page = await table.client.send(
      new QueryCommand(start === undefined ? params : { ...params, ExclusiveStartKey: start }),
    );
    yield (page.Items ?? []).map(dueWorkOf);
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
}

import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dueShard, type DueHint } from '../../domain/due.ts';
import { isoOf, type Milliseconds } from '../../domain/time.ts';
import type { QueueName } from '../../domain/work.ts';
import { dueIndex } from './keys.ts';
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

const dueParams = (table: string, shard: string, until: Milliseconds, limit: number): QueryCommandInput => ({
  TableName: table,
  IndexName: dueIndex,
  KeyConditionExpression: 'due_shard = :shard AND due_at <= :until',
  ExpressionAttributeValues: { ':shard': shard, ':until': isoOf(until) },
  Limit: limit,
});

/** What is due at `until` or was before, in one shard, oldest first, page after page. */
export async function* readDue(
  table: Table,
  queue: QueueName,
  shard: number,
  until: Milliseconds,
): AsyncGenerator<readonly DueWork[]> {
  let start: Item | undefined;
  do {
    const params = dueParams(table.name, dueShard(queue, shard), until, 1000);
    const page = await table.client.send(
      new QueryCommand(start === undefined ? params : { ...params, ExclusiveStartKey: start }),
    );
    yield (page.Items ?? []).map(dueWorkOf);
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
}

import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';
import { untilProcessed } from './unprocessed.ts';

type BatchWrites = NonNullable<BatchWriteCommandInput['RequestItems']>;
export type BatchWrite = NonNullable<BatchWrites[string]>[number];

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html */
const mostWrites = 25;

const someOf = (left: BatchWrites | undefined): BatchWrites | undefined =>
  left === undefined || Object.keys(left).length === 0 ? undefined : left;

const writeSome = (table: Table, writes: readonly BatchWrite[]): Promise<void> =>
  untilProcessed<BatchWrites>(table.retryPolicy, { [table.name]: [...writes] }, async (asked) =>
    someOf((await table.client.send(new BatchWriteCommand({ RequestItems: asked }))).UnprocessedItems),
  );

/** Puts and deletes whole items, without conditions. Not all or none. */
export const batchWrite = async (table: Table, writes: readonly BatchWrite[]): Promise<void> => {
  const batches = Array.from({ length: Math.ceil(writes.length / mostWrites) }, (_, batch) =>
    writes.slice(batch * mostWrites, (batch + 1) * mostWrites),
  );
  await Promise.all(batches.map((some) => writeSome(table, some)));
};

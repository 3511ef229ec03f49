import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Milliseconds } from '../../kernel/time.ts';
import { batchWrite } from '../table/batch-write.ts';
import { queryAll } from '../table/query.ts';
import type { Table } from '../table/table.ts';
import type { JournalId } from './journal.ts';
import { journalKeys } from './keys.ts';

/**
 * How long chunks are stored after they were folded into the indexes of all their scopes. A reader reads the journal, then the
 * index with an eventually consistent read. The time is longer than that read may lag, plus the time between the two reads.
 */
export const foldedStay: Milliseconds = 10_000;

export interface FoldedChunks {
  readonly id: string;
  readonly names: readonly string[];
  /** When they were folded. */
  readonly at: Milliseconds;
}

const foldedItem = z.object({ sk: z.string(), names: z.array(z.string()), at: z.number() });
const foldedPrefix = journalKeys.folded('', 0, '').sk;

export const noteFolded = async (
  table: Table,
  { partnerId, stripe }: JournalId,
  { id, names, at }: FoldedChunks,
): Promise<void> => {
  await table.client.send(
    new PutCommand({ TableName: table.name, Item: { ...journalKeys.folded(partnerId, stripe, id), names, at } }),
  );
};

export const readFolded = async (table: Table, { partnerId, stripe }: JournalId): Promise<readonly FoldedChunks[]> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :folded)',
    ExpressionAttributeValues: { ':pk': journalKeys.tail(partnerId, stripe).pk, ':folded': foldedPrefix },
    ConsistentRead: true,
  });
  return items.map((item) => {
    const { sk, names, at } = foldedItem.parse(item);
    return { id: sk.slice(foldedPrefix.length), names, at };
  });
};

/** Deletes the chunks before the record of their names, so that the deletion can be repeated after a crash. */
export const removeFolded = async (
  table: Table,
  { partnerId, stripe }: JournalId,
  { id, names }: FoldedChunks,
): Promise<void> => {
  const remove = (key: { readonly pk: string; readonly sk: string }) => ({ DeleteRequest: { Key: { ...key } } });
  await batchWrite(
    table,
    names.map((name) => remove(journalKeys.chunk(partnerId, stripe, name))),
  );
  await batchWrite(table, [remove(journalKeys.folded(partnerId, stripe, id))]);
};

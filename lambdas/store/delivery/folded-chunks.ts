import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Milliseconds } from '../../domain/time.ts';
import { batchWrite } from '../table/batch-write.ts';
import { queryAll } from '../table/query.ts';
import type { Table } from '../table/table.ts';
import type { JournalId } from './journal.ts';
import { journalKeys } from './keys.ts';

/**
 * Chunks that every scope of theirs has taken in. They stay a while: a reader may see the chunks as they are and the index, by an
 * eventually consistent read, as it was. Longer than such a read is behind, and than a reader takes between the two.
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

/** The chunks first, then what leads to them: after a crash it is done again. */
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

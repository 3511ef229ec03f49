import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { day, seconds, type Milliseconds } from '../../kernel/time.ts';
import { keys } from '../table/keys.ts';
import { getItems } from '../table/read.ts';
import type { Table } from '../table/table.ts';

/** The platform repeats a callback for up to 7 days. */
const remembered: Milliseconds = 9 * day;

/** The hashes of changes that were processed before. */
export const readDealtWith = async (table: Table, hashes: readonly string[]): Promise<ReadonlySet<string>> => {
  const items = await getItems(table, hashes.map(keys.platformChange));
  return new Set(hashes.filter((_, index) => items[index] !== undefined));
};

export const markDealtWith = async (table: Table, hash: string, now: Milliseconds): Promise<void> => {
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: { ...keys.platformChange(hash), ttl: seconds(now + remembered) },
    }),
  );
};

import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchWrite } from './batch-write.ts';
import { readExportLine, startDigest, type TableDigest, type TableItem } from './exported-item.ts';

const atOnce = 500;

/** The items of an export: of every `*.json.gz` below a directory, the layout of DynamoDB's exports in a bucket. */
async function* exportedItems(directory: string): AsyncGenerator<TableItem, void> {
  const files = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.json.gz')).sort();
  if (files.length === 0) throw new Error(`no *.json.gz in ${directory}`);
  for (const file of files) {
    const input = createReadStream(path.join(directory, file)).pipe(createGunzip());
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      yield readExportLine(line);
    }
  }
}

/** Puts every item of an export into a table, and replaces items with the same keys. */
export const importTable = async (
  client: DynamoDBClient,
  table: string,
  directory: string,
  onItems: (count: number) => void,
): Promise<TableDigest> => {
  const { add, digest } = startDigest();
  let batch: TableItem[] = [];
  const flush = async (): Promise<void> => {
    await batchWrite(
      client,
      table,
      batch.map((Item) => ({ PutRequest: { Item } })),
    );
    onItems(batch.length);
    batch = [];
  };
  for await (const item of exportedItems(directory)) {
    add(item);
    batch.push(item);
    if (batch.length === atOnce) await flush();
  }
  await flush();
  return digest();
};

import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { exportedItem, startDigest, type TableDigest } from './exported-item.ts';
import { scanPages } from './scan.ts';

/**
 * Writes every item into `directory`/items.json.gz, in the form of DynamoDB's own exports.
 * @throws Error `EEXIST` when the file exists already
 */
export const exportTable = async (
  client: DynamoDBClient,
  table: string,
  directory: string,
  onItems: (count: number) => void,
): Promise<TableDigest> => {
  await mkdir(directory, { recursive: true });
  const { add, digest } = startDigest();
  const lines = async function* (): AsyncGenerator<string, void> {
    for await (const items of scanPages(client, table)) {
      for (const item of items) {
        add(item);
        yield `${JSON.stringify({ Item: exportedItem(item) })}\n`;
      }
      onItems(items.length);
    }
  };
  await pipeline(lines, createGzip(), createWriteStream(path.join(directory, 'items.json.gz'), { flags: 'wx' }));
  return digest();
};

/** The number and the digest of a table's items. */
export const digestTable = async (client: DynamoDBClient, table: string): Promise<TableDigest> => {
  const { add, digest } = startDigest();
  for await (const items of scanPages(client, table)) for (const item of items) add(item);
  return digest();
};

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import type { DynamoDb } from '@swift-worker/local-cloud/services/dynamodb.ts';
import { tableProperties } from '../harness/table-properties.ts';

/** Where `npm run load` keeps its database unless told otherwise. */
export const defaultDirectory = path.join(import.meta.dirname, '../../build/delivery-load');

const contents = z.object({
  /** How many events the load is of. */
  events: z.int(),
  /** How many of its chunks are in. */
  chunks: z.int(),
});
export type Contents = z.output<typeof contents>;

const fileIn = (directory: string): string => path.join(directory, 'load.json');

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** What a directory's database holds; null when nothing was loaded there. */
export const readContents = async (directory: string): Promise<Contents | null> => {
  try {
    return contents.parse(JSON.parse(await readFile(fileIn(directory), 'utf8')));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

export const writeContents = async (directory: string, held: Contents): Promise<void> => {
  await mkdir(directory, { recursive: true });
  await writeFile(fileIn(directory), JSON.stringify(held));
};

/** The table on a DynamoDB Local, past everything that counts or checks. */
export const directTable = ({ endpoint }: Pick<DynamoDb, 'endpoint'>): Table => ({
  name: tableProperties.TableName,
  client: DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'load', secretAccessKey: 'local' },
    }),
  ),
  retryPolicy: systemRetryPolicy,
});

/** With a write-ahead log, which the file remembers, a write waits for the disk once instead of three times. */
export const makeQuick = async (directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true });
  const database = new DatabaseSync(path.join(directory, 'shared-local-instance.db'));
  database.exec('PRAGMA journal_mode = WAL');
  database.close();
};

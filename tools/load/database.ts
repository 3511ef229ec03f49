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

/** The default directory of the database of `npm run load`. */
export const defaultDirectory = path.join(import.meta.dirname, '../../build/delivery-load');

const contents = z.object({
  /** The number of events of the load. */
  events: z.int(),
  /** The number of loaded chunks. */
  chunks: z.int(),
});
export type Contents = z.output<typeof contents>;

const fileIn = (directory: string): string => path.join(directory, 'load.json');

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The contents of a directory's database; null when nothing was loaded. */
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

/** The table on a DynamoDB Local, without metering and authorisation. */
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

/** Sets a write-ahead log, which is a property of the file. Then a write waits for the disk once, not three times. */
export const makeQuick = async (directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true });
  const database = new DatabaseSync(path.join(directory, 'shared-local-instance.db'));
  database.exec('PRAGMA journal_mode = WAL');
  database.close();
};

import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { translation } from '../../lambdas/store/table/attributes.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { startDynamoDbLocal, type DynamoDbLocal } from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import { dynamoDbLocalVariable } from '../test-run/set-up.ts';
import { tableProperties } from './table-properties.ts';

export interface TestTable extends Table {
  readonly stop: () => Promise<void>;
}

/** A table in memory with the keys and the index of the deployed table, apart from all other tables. */
export const startTestTable = async (): Promise<TestTable> => {
  const offer = process.env[dynamoDbLocalVariable];
  if (offer === undefined) return openTestTable(await startDynamoDbLocal());
  const answer = await fetch(offer);
  if (!answer.ok) throw new Error('the DynamoDB Local of the test run did not start');
  const endpoint = await answer.text();
  // The DynamoDB Local of a test run has tables of its own for each access key.
  const client = clientOf(endpoint, randomUUID().replaceAll('-', ''));
  return createTable(client, async () => {
    await client.send(new DeleteTableCommand({ TableName: tableProperties.TableName }));
  });
};

/** The same on a running DynamoDB Local, which is stopped with the table. */
export const openTestTable = async (local: DynamoDbLocal): Promise<TestTable> =>
  createTable(clientOf(local.endpoint, 'test'), () => local.stop());

const clientOf = (endpoint: string, accessKeyId: string): DynamoDBClient =>
  new DynamoDBClient({ endpoint, region: 'us-east-1', credentials: { accessKeyId, secretAccessKey: 'test' } });

const createTable = async (client: DynamoDBClient, end: () => Promise<void>): Promise<TestTable> => {
  await client.send(new CreateTableCommand({ ...tableProperties, BillingMode: 'PAY_PER_REQUEST' }));
  return {
    name: tableProperties.TableName,
    client: DynamoDBDocumentClient.from(client, translation()),
    retryPolicy: systemRetryPolicy,
    stop: async () => {
      await end();
      client.destroy();
    },
  };
};

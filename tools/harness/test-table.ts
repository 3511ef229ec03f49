import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { translation } from '../../lambdas/store/table/attributes.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { startDynamoDbLocal, type DynamoDbLocal } from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import { tableProperties } from './table-properties.ts';

export interface TestTable extends Table {
  readonly stop: () => Promise<void>;
}

const clientOf = (local: DynamoDbLocal): DynamoDBClient =>
  new DynamoDBClient({
    endpoint: local.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });

/** A table on a DynamoDB Local of its own, in memory, with the keys and the index of the deployed table. */
export const startTestTable = async (): Promise<TestTable> => openTestTable(await startDynamoDbLocal());

/** The same on a running DynamoDB Local, which is stopped with the table. */
export const openTestTable = async (local: DynamoDbLocal): Promise<TestTable> => {
  const client = clientOf(local);
  await client.send(new CreateTableCommand({ ...tableProperties, BillingMode: 'PAY_PER_REQUEST' }));
  return {
    name: tableProperties.TableName,
    client: DynamoDBDocumentClient.from(client, translation()),
    retryPolicy: systemRetryPolicy,
    stop: async () => {
      client.destroy();
      await local.stop();
    },
  };
};

import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  type CreateTableCommandInput,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { translation } from '../../lambdas/store/table/attributes.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import {
  startDynamoDbLocal,
  unsigned,
  type DynamoDbLocal,
  type DynamoDbLocalTables,
} from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import { tableProperties } from './table-properties.ts';
import { testRunTables } from './test-run-tables.ts';

export interface TestTable extends Table {
  readonly stop: () => Promise<void>;
}

interface OpenDynamoDb extends DynamoDbLocalTables {
  /** Deletes the tables. */
  readonly end: (tables: readonly string[]) => Promise<void>;
}

/** The DynamoDB Local of the test run, or one of its own without a test run. */
export const openDynamoDb = async (): Promise<OpenDynamoDb> => {
  const offered = await testRunTables();
  if (offered === undefined) {
    const local = await startDynamoDbLocal();
    return { endpoint: local.endpoint, accessKeyId: 'test', end: () => local.stop() };
  }
  return {
    ...offered,
    end: async (tables) => {
      const { client, close } = openTable(offered.endpoint, offered.accessKeyId);
      for (const TableName of tables) await client.send(new DeleteTableCommand({ TableName }));
      close();
    },
  };
};

/** A table in memory with the keys and the index of the deployed table, apart from all other tables. */
export const startTestTable = async (): Promise<TestTable> => {
  const { endpoint, accessKeyId, end } = await openDynamoDb();
  return startTable(endpoint, accessKeyId, () => end([tableProperties.TableName]));
};

/** The same on a running DynamoDB Local, which is stopped with the table. */
export const openTestTable = async (local: DynamoDbLocal): Promise<TestTable> =>
  startTable(local.endpoint, 'test', () => local.stop());

const startTable = async (endpoint: string, accessKeyId: string, end: () => Promise<void>): Promise<TestTable> => {
  const { close, ...table } = openTable(endpoint, accessKeyId);
  await createTable(table, tableProperties);
  return {
    ...table,
    stop: async () => {
      await end();
      close();
    },
  };
};

/** @param accessKeyId chooses the tables of DynamoDB Local */
export const openTable = (endpoint: string, accessKeyId: string): Table & { readonly close: () => void } => {
  const credentials = { accessKeyId, secretAccessKey: 'test' };
  const authorization = unsigned(accessKeyId);
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials,
    signer: {
      sign: (request) => {
        request.headers['authorization'] = authorization;
        return Promise.resolve(request);
      },
    },
  });
  // They take a tenth of a call's time here, for log entries and an unread header.
  for (const name of ['loggerMiddleware', 'getUserAgentMiddleware']) client.middlewareStack.remove(name);
  return {
    name: tableProperties.TableName,
    client: DynamoDBDocumentClient.from(client, translation()),
    retryPolicy: systemRetryPolicy,
    close: () => {
      client.destroy();
    },
  };
};

export const createTable = async (
  { client }: Pick<Table, 'client'>,
  properties: CreateTableCommandInput,
): Promise<void> => {
  await client.send(new CreateTableCommand({ ...properties, BillingMode: 'PAY_PER_REQUEST' }));
};

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { rootAccessKeyId } from '@swift-worker/local-cloud/services/authorization.ts';
import { startServices, type Services } from '@swift-worker/local-cloud/services/services.ts';
import { testRunTables } from '../../../tools/harness/test-run-tables.ts';
import { clientOptions, runServices, tableProperties } from './running-services.ts';

let services: Services;

beforeAll(async () => {
  services = await runServices();
  await services.createTable(tableProperties('written'));
});
afterAll(() => services.stop());

test('the calls that write to tables are counted, those that read are not', async () => {
  const base = new DynamoDBClient(clientOptions(services, rootAccessKeyId));
  const client = DynamoDBDocumentClient.from(base);
  const TableName = 'written';
  const Key = { pk: 'a', sk: 'b' };
  const before = services.tableWrites();
  await client.send(new PutCommand({ TableName, Item: Key }));
  expect(services.tableWrites()).toBe(before + 1);
  await client.send(new GetCommand({ TableName, Key }));
  await client.send(new ScanCommand({ TableName }));
  const ExpressionAttributeValues = { ':pk': 'a' };
  await client.send(new QueryCommand({ TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues }));
  expect(services.tableWrites()).toBe(before + 1);
  base.destroy();
});

test('a table in the DynamoDB Local of a test run is gone when its services stop', async () => {
  const tables = await testRunTables();
  if (tables === undefined) throw new Error('the test run offers no DynamoDB Local');
  const start = () =>
    startServices({
      dataDirectory: undefined,
      ports: { gateway: 0, dynamodb: 0, cognito: 0 },
      log: () => undefined,
      dynamoDbLocal: tables,
    });
  const first = await start();
  await first.createTable(tableProperties('left'));
  await first.stop();
  const second = await start();
  await expect(second.scan({ TableName: 'left' })).rejects.toThrow('non-existent table');
  await second.stop();
});

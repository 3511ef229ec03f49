import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rootAccessKeyId } from '@swift-worker/local-cloud/services/authorization.ts';
import { startServices, type Services } from '@swift-worker/local-cloud/services/services.ts';
import { testRunTables } from '../../../tools/harness/test-run-tables.ts';
import { clientOptions, tableProperties } from './running-services.ts';

const hour = 3_600_000;
let services: Services;

beforeAll(async () => {
  services = await startServices({
    dataDirectory: undefined,
    ports: { gateway: 0, dynamodb: 0, cognito: 0 },
    log: () => undefined,
    lag: { milliseconds: hour },
    dynamoDbLocal: await testRunTables(),
  });
  await services.createTable(tableProperties('late'));
});
afterAll(() => services.stop());

test('an index of the local cloud does not show what was written within its lag', async () => {
  const base = new DynamoDBClient(clientOptions(services, rootAccessKeyId));
  const client = DynamoDBDocumentClient.from(base);
  const Item = { pk: 'a', sk: 'b', gpk: 'g', label: 'l' };
  await client.send(new PutCommand({ TableName: 'late', Item }));
  const { Items } = await client.send(
    new QueryCommand({
      TableName: 'late',
      IndexName: 'by-gpk',
      KeyConditionExpression: 'gpk = :g',
      ExpressionAttributeValues: { ':g': 'g' },
    }),
  );
  expect(Items).toEqual([]);
  const { Item: present } = await client.send(new GetCommand({ TableName: 'late', Key: { pk: 'a', sk: 'b' } }));
  expect(present).toEqual(Item);
  base.destroy();
});

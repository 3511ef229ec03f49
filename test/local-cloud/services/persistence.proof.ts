import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  AdminCreateUserCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  ChangeMessageVisibilityCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Services } from '@swift-worker/local-cloud/services/services.ts';
import { call, clientOptions, runServices, tableProperties } from './running-services.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'services-'));
});
afterEach(async () => {
  // Also what a failed test left running.
  for (const services of running.splice(0)) await services.stop();
});
afterAll(() => rm(directory, { recursive: true }));

const running: Services[] = [];
const run = async (): Promise<Services> => {
  const services = await runServices(directory);
  running.push(services);
  return services;
};

const create = async (
  services: Services,
  table: object = tableProperties('main'),
  queue: object = {},
  pool: object = {},
) => ({
  table: await services.createTable(table),
  queue: await services.createQueue({ QueueName: 'work', ...queue }),
  key: await services.createKey('Key', {}),
  secret: await services.createSecret('Secret', { GenerateSecretString: {} }),
  pool: await services.createUserPool('Pool', { UsernameAttributes: ['email'], ...pool }),
});
const connect = (services: Services) => {
  const options = clientOptions(services, 'root');
  return {
    dynamodb: new DynamoDBClient(options),
    sqs: new SQSClient(options),
    kms: new KMSClient(options),
    cognito: new CognitoIdentityProviderClient(options),
  };
};
const disconnect = (clients: ReturnType<typeof connect>): void => {
  for (const client of Object.values(clients)) client.destroy();
};
const Item = { pk: { S: 'a' }, sk: { S: 'b' }, gpk: { S: 'g' }, label: { S: 'kept' } };

test('everything outlives a restart, and follows a template that changed', async () => {
  const first = await run();
  const before = await create(first, undefined, {
    VisibilityTimeout: 30,
    RedrivePolicy: { deadLetterTargetArn: 'arn:x', maxReceiveCount: 3 },
  });
  const { clientId } = await first.createUserPoolClient(before.pool.poolId, { ClientName: 'portal' });
  const clients = connect(first);
  await clients.dynamodb.send(new PutItemCommand({ TableName: 'main', Item }));
  await clients.sqs.send(
    new SendMessageCommand({ QueueUrl: before.queue.url, MessageBody: 'kept', MessageGroupId: 'p1' }),
  );
  const { Messages } = await clients.sqs.send(new ReceiveMessageCommand({ QueueUrl: before.queue.url }));
  const ReceiptHandle = Messages?.[0]?.ReceiptHandle;
  await clients.sqs.send(
    new ChangeMessageVisibilityCommand({ QueueUrl: before.queue.url, ReceiptHandle, VisibilityTimeout: 0 }),
  );
  const Plaintext = Buffer.from('kept');
  const { CiphertextBlob } = await clients.kms.send(new EncryptCommand({ KeyId: before.key.keyId, Plaintext }));
  const secretOf = (services: Services) =>
    call(services, 'root', 'secretsmanager', 'secretsmanager.GetSecretValue', { SecretId: before.secret.arn });
  const secret = await secretOf(first);
  await clients.cognito.send(
    new AdminCreateUserCommand({
      UserPoolId: before.pool.poolId,
      Username: 'ada@example.com',
      MessageAction: 'SUPPRESS',
    }),
  );
  disconnect(clients);
  await first.stop();

  const second = await run();
  const [GlobalSecondaryIndex] = tableProperties('main').GlobalSecondaryIndexes;
  const renamed = { ...GlobalSecondaryIndex, IndexName: 'by-other', Projection: { ProjectionType: 'KEYS_ONLY' } };
  const changed = { ...tableProperties('main'), GlobalSecondaryIndexes: [renamed] };
  const after = await create(second, changed, { VisibilityTimeout: 60 }, { Schema: [{ Name: 'team', Mutable: true }] });
  const again = connect(second);
  expect({ ...after, queue: after.queue.arn }).toEqual({ ...before, queue: before.queue.arn });
  expect(after.queue.url.startsWith(second.endpoint)).toBe(true);

  expect(
    (await again.dynamodb.send(new GetItemCommand({ TableName: 'main', Key: { pk: Item.pk, sk: Item.sk } }))).Item,
  ).toEqual(Item);
  const { Table } = await again.dynamodb.send(new DescribeTableCommand({ TableName: 'main' }));
  expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName)).toEqual(['by-other']);
  const query = {
    TableName: 'main',
    IndexName: 'by-other',
    KeyConditionExpression: 'gpk = :g',
    ExpressionAttributeValues: { ':g': Item.gpk },
  };
  expect((await again.dynamodb.send(new QueryCommand(query))).Items).toEqual([
    { pk: Item.pk, sk: Item.sk, gpk: Item.gpk },
  ]);

  const received = await again.sqs.send(
    new ReceiveMessageCommand({ QueueUrl: after.queue.url, MessageSystemAttributeNames: ['All'] }),
  );
  expect(received.Messages).toMatchObject([
    { Body: 'kept', Attributes: { ApproximateReceiveCount: '2', MessageGroupId: 'p1' } },
  ]);
  const { Attributes } = await again.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: after.queue.url, AttributeNames: ['All'] }),
  );
  expect(Attributes).toMatchObject({ VisibilityTimeout: '60' });
  expect(Attributes).not.toHaveProperty('RedrivePolicy');

  const opened = await again.kms.send(new DecryptCommand({ CiphertextBlob }));
  expect(Buffer.from(opened.Plaintext ?? []).toString()).toBe('kept');
  expect(await secretOf(second)).toEqual(secret);
  expect((await second.createUserPoolClient(after.pool.poolId, { ClientName: 'portal' })).clientId).toBe(clientId);
  expect(await second.issueToken('ada@example.com')).toMatch(/^ey/);
  const attributes = { Username: 'ada@example.com', UserAttributes: [{ Name: 'custom:team', Value: 'a' }] };
  await again.cognito.send(new AdminUpdateUserAttributesCommand({ UserPoolId: after.pool.poolId, ...attributes }));
  disconnect(again);
});

test('another key of the table is refused with a way out', async () => {
  const services = await run();
  const other = { ...tableProperties('main'), KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] };
  await expect(services.createTable(other)).rejects.toThrow('start with --fresh');
});

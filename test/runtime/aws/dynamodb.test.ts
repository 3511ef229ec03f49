import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  TransactionCanceledException,
} from '../../../lambdas/runtime/aws/dynamodb.ts';

type Answer = (response: ServerResponse) => void;

const refused =
  (name: string, more: object = {}, status = 400): Answer =>
  (response) =>
    response.writeHead(status).end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, ...more }));
const lost: Answer = (response) => response.destroy();
const answered =
  (body: object): Answer =>
  (response) =>
    response.end(JSON.stringify(body));

/** The answers to come, in their order, and what was asked. */
let answers: Answer[] = [];
let asked: { readonly target: string; readonly body: Record<string, unknown> }[] = [];

const server = createServer((request, response) => {
  void text(request).then((body) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(body));
    asked.push({ target: String(request.headers['x-amz-target']), body: fields });
    (answers.shift() ?? lost)(response);
  });
});
let client: DynamoDBDocumentClient;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
  });
  client = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4 }));
});
beforeEach(() => {
  answers = [];
  asked = [];
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const get = new GetCommand({ TableName: 't', Key: { pk: 'a', sk: 1 } });

test('an item is asked for and given in plain values', async () => {
  answers = [answered({ Item: { pk: { S: 'a' }, list: { L: [{ N: '1' }, { NULL: true }] } } })];
  expect(await client.send(get)).toEqual({ Item: { pk: 'a', list: [1, null] } });
  expect(asked).toEqual([
    { target: 'DynamoDB_20120810.GetItem', body: { TableName: 't', Key: { pk: { S: 'a' }, sk: { N: '1' } } } },
  ]);
});

test('a page of a query goes on from where the one before it ended', async () => {
  answers = [answered({ Items: [{ pk: { S: 'a' } }], LastEvaluatedKey: { pk: { S: 'a' } }, Count: 1 })];
  const answer = await client.send(
    new QueryCommand({ ExpressionAttributeValues: { ':a': true }, ExclusiveStartKey: { pk: 'z' } }),
  );
  expect(answer).toEqual({ Items: [{ pk: 'a' }], LastEvaluatedKey: { pk: 'a' }, Count: 1 });
  expect(asked[0]?.body).toEqual({
    ExpressionAttributeValues: { ':a': { BOOL: true } },
    ExclusiveStartKey: { pk: { S: 'z' } },
  });
});

test('what is throttled, broken or lost is asked again', async () => {
  answers = [refused('ThrottlingException'), lost, refused('InternalServerError', {}, 500), answered({})];
  expect(await client.send(get)).toEqual({});
  expect(asked).toHaveLength(4);
});

test('after the last attempt the error is told by its name', async () => {
  answers = Array.from({ length: 4 }, () => refused('ProvisionedThroughputExceededException', { message: 'slower' }));
  await expect(client.send(get)).rejects.toMatchObject({
    name: 'ProvisionedThroughputExceededException',
    message: 'slower',
  });
  expect(asked).toHaveLength(4);
});

test('a refusal is final, and brings the item that stood in the way as it came', async () => {
  answers = [refused('ConditionalCheckFailedException', { Item: { pk: { S: 'a' } } })];
  const error: unknown = await client.send(get).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ConditionalCheckFailedException);
  expect(error).toMatchObject({ name: 'ConditionalCheckFailedException', Item: { pk: { S: 'a' } } });
  expect(asked).toHaveLength(1);
});

test('a transaction that is sent again carries the same token, and two do not', async () => {
  const put = { Put: { TableName: 't', Item: { pk: 'a' } } };
  const reasons = [{ Code: 'ConditionalCheckFailed', Item: { pk: { S: 'a' } } }];
  answers = [lost, answered({}), refused('TransactionCanceledException', { CancellationReasons: reasons })];
  await client.send(new TransactWriteCommand({ TransactItems: [put] }));
  const error: unknown = await client
    .send(new TransactWriteCommand({ TransactItems: [put] }))
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(TransactionCanceledException);
  expect(error).toMatchObject({ CancellationReasons: reasons });
  const [first, again, other] = asked.map(({ body }) => body['ClientRequestToken']);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(asked[0]?.body['TransactItems']).toEqual([{ Put: { TableName: 't', Item: { pk: { S: 'a' } } } }]);
});

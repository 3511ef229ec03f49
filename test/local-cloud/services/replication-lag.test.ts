import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { DeleteTableCommand, ExecuteStatementCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { testClock } from '../../../tools/harness/test-clock.ts';
import { startLaggingTable, type LaggingTable } from '../../../tools/harness/lagging-table.ts';

const clock = testClock();
const second = 1_000;
let table: LaggingTable;
let client: LaggingTable['client'];
let shard = 0;

beforeAll(async () => {
  table = await startLaggingTable({ milliseconds: second, reads: 'indexes' }, clock.now);
  client = table.client;
});
afterAll(() => table.stop());
beforeEach(() => {
  shard += 1;
});

const TableName = 'swift-worker';
const due = (at: number) => ({ due_shard: `shard#${shard}`, due_at: String(at) });
const keyOf = (number: number) => ({ pk: `P#${shard}`, sk: `S#${String(number).padStart(3, '0')}` });
const put = (number: number, at = number) =>
  client.send(new PutCommand({ TableName, Item: { ...keyOf(number), ...due(at) } }));

const query = (more: Partial<QueryCommand['input']> = {}) =>
  client.send(
    new QueryCommand({
      TableName,
      IndexName: 'due',
      KeyConditionExpression: 'due_shard = :shard',
      ExpressionAttributeValues: { ':shard': `shard#${shard}` },
      ...more,
    }),
  );
const shown = async (): Promise<readonly unknown[]> =>
  ((await query()).Items ?? []).map(({ due_at }) => due_at as unknown);

describe('an index shows a write only after the lag', () => {
  test('a new item', async () => {
    await put(1);
    clock.pass(second - 1);
    expect(await shown()).toEqual([]);
    clock.pass(1);
    expect(await shown()).toEqual(['1']);
  });

  test('a changed item, of which it shows the earlier attributes', async () => {
    await put(1);
    clock.pass(second);
    const changed = { TableName, Key: keyOf(1), UpdateExpression: 'SET due_at = :at' };
    await client.send(new UpdateCommand({ ...changed, ExpressionAttributeValues: { ':at': '7' } }));
    expect(await shown()).toEqual(['1']);
    clock.pass(second);
    expect(await shown()).toEqual(['7']);
  });

  test('a deleted item, and one that has left the index', async () => {
    await Promise.all([put(1), put(2), put(3)]);
    clock.pass(second);
    await client.send(new DeleteCommand({ TableName, Key: keyOf(1) }));
    await client.send(new UpdateCommand({ TableName, Key: keyOf(2), UpdateExpression: 'REMOVE due_shard' }));
    expect(await shown()).toEqual(['1', '2', '3']);
    clock.pass(second);
    expect(await shown()).toEqual(['3']);
  });

  test('the writes of a batch and of a transaction', async () => {
    await put(1);
    clock.pass(second);
    const requests = [{ DeleteRequest: { Key: keyOf(1) } }, { PutRequest: { Item: { ...keyOf(2), ...due(2) } } }];
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
    await client.send(
      new TransactWriteCommand({
        TransactItems: [
          { Put: { TableName, Item: { ...keyOf(3), ...due(3) } } },
          { ConditionCheck: { TableName, Key: keyOf(1), ConditionExpression: 'attribute_not_exists(pk)' } },
        ],
      }),
    );
    expect(await shown()).toEqual(['1']);
    clock.pass(second);
    expect(await shown()).toEqual(['2', '3']);
  });

  test('each of several writes of an item in its time', async () => {
    await put(1, 1);
    clock.pass(600);
    await put(1, 2);
    clock.pass(400);
    expect(await shown()).toEqual(['1']);
    clock.pass(600);
    expect(await shown()).toEqual(['2']);
  });

  test('the last of writes that come together', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => put(1, at)));
    const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf(1) }));
    clock.pass(second);
    expect(await shown()).toEqual([Item?.['due_at']]);
  });

  test('not a write that was refused', async () => {
    const refused = new PutCommand({
      TableName,
      Item: { ...keyOf(1), ...due(1) },
      ConditionExpression: 'attribute_exists(pk)',
    });
    await expect(client.send(refused)).rejects.toThrow('conditional');
    clock.pass(second);
    expect(await shown()).toEqual([]);
  });
});

test('pages, counts and filters are those of the earlier state', async () => {
  for (let number = 1; number <= 5; number += 1) await put(number);
  clock.pass(second);
  await client.send(new DeleteCommand({ TableName, Key: keyOf(1) }));
  await put(6);
  const first = await query({ Limit: 2, ReturnConsumedCapacity: 'TOTAL' });
  expect(first.Items?.map(({ sk }) => sk as unknown)).toEqual(['S#001', 'S#002']);
  expect(first.ConsumedCapacity?.TableName).toBe(TableName);
  const next = await query({ ExclusiveStartKey: first.LastEvaluatedKey, Select: 'COUNT' });
  expect([next.Count, next.LastEvaluatedKey]).toEqual([3, undefined]);
  const backwards = await query({ ScanIndexForward: false, Limit: 1 });
  expect(backwards.Items?.map(({ sk }) => sk as unknown)).toEqual(['S#005']);
});

test('reads of the table itself show every write', async () => {
  await put(1);
  const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf(1) }));
  expect(Item).toMatchObject(due(1));
});

test('everything is shown on demand', async () => {
  await put(1);
  await table.catchUp();
  expect(await shown()).toEqual(['1']);
});

test('what the replica cannot follow is refused', async () => {
  const statement = new ExecuteStatementCommand({
    Statement: `DELETE FROM "${TableName}" WHERE pk = 'a' AND sk = 'b'`,
  });
  await expect(client.send(statement)).rejects.toThrow('ExecuteStatement is not supported while reads lag');
  await expect(client.send(new DeleteTableCommand({ TableName }))).rejects.toThrow('DeleteTable is not supported');
});

describe('with all eventually consistent reads', () => {
  let whole: LaggingTable;
  beforeAll(async () => {
    whole = await startLaggingTable({ milliseconds: second, reads: 'eventual' }, clock.now);
  });
  afterAll(() => whole.stop());

  test('those of the table lag as well, and consistent ones do not', async () => {
    const Item = { pk: 'P', sk: 'S', value: 1 };
    await whole.client.send(new PutCommand({ TableName, Item }));
    const read = async (ConsistentRead: boolean) => {
      const Key = { pk: 'P', sk: 'S' };
      const one = await whole.client.send(new GetCommand({ TableName, Key, ConsistentRead }));
      const batch = { RequestItems: { [TableName]: { Keys: [Key], ConsistentRead } } };
      const many = await whole.client.send(new BatchGetCommand(batch));
      const found = await whole.client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': 'P' },
          ConsistentRead,
        }),
      );
      return [one.Item, many.Responses?.[TableName], found.Items];
    };
    expect(await read(false)).toEqual([undefined, [], []]);
    expect(await read(true)).toEqual([Item, [Item], [Item]]);
    clock.pass(second);
    expect(await read(false)).toEqual([Item, [Item], [Item]]);
  });
});

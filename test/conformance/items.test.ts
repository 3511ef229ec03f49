import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { startDynamoDbLocal, type DynamoDbLocal } from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import { openTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { bundled } from './bundled.ts';
import { lost, setEnvironment, startFront, type Answer, type Asked, type Front } from './front.ts';

let local: DynamoDbLocal;
let table: TestTable;
let front: Front;

/** What DynamoDB Local answers. */
const forward = async ({ headers, text }: Asked): Promise<Response> =>
  fetch(local.endpoint, {
    method: 'POST',
    headers: Object.fromEntries(
      ['content-type', 'x-amz-target', 'authorization', 'x-amz-date'].map((name) => [name, String(headers[name])]),
    ),
    body: text,
  });

const carryOut: Answer = async (response, asked) => {
  const answer = await forward(asked);
  response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
};

/** It is done, and the answer is lost. */
const carryOutUnanswered: Answer = async (response, asked) => {
  const answer = await forward(asked);
  await answer.arrayBuffer();
  await lost(response, asked);
};

beforeAll(async () => {
  local = await startDynamoDbLocal();
  table = await openTestTable(local);
  front = await startFront(carryOut);
  setEnvironment(front.endpoint);
});
beforeEach(() => {
  front.reset();
});
afterAll(async () => {
  front.stop();
  await table.stop();
});

const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return { succeeded: await work };
  } catch (error) {
    return error;
  }
};

describe('the client', () => {
  const it = bundled();
  const TableName = 'swift-worker';
  const open = () => it.openTable(TableName).client;
  const keyOf = (sk: string) => ({ pk: 'items', sk });

  test('reads the attributes that it wrote', async () => {
    const client = open();
    const attributes = {
      empty: '',
      text: 'ü\u0000\ud83d\ude00 "B":"x"',
      yes: true,
      no: false,
      none: null,
      zero: 0,
      negative: -17.25,
      small: 1e-7,
      large: Number.MAX_SAFE_INTEGER,
      least: -Number.MAX_SAFE_INTEGER,
      list: [],
      map: {},
      nested: [{ a: [null, { b: '' }] }, [[1]], 'x'],
      bytes: Uint8Array.of(0, 1, 254, 255),
      noBytes: new Uint8Array(),
      deep: { B: [Uint8Array.of(7)] },
      toString: 'b',
      S: 'c',
      N: 1,
      B: 'd',
      Key: { Item: 'e' },
      'a.b-c#d e': 1,
    };
    await client.send(
      new it.PutCommand({
        TableName,
        Item: { ...keyOf('odd'), ...attributes, buffer: Buffer.from('xyz').subarray(1), absent: undefined },
      }),
    );
    const { Item: read } = await client.send(new it.GetCommand({ TableName, Key: keyOf('odd') }));
    const expected = { ...keyOf('odd'), ...attributes, buffer: Uint8Array.from(Buffer.from('yz')) };
    expect(read).toEqual(expected);
    expect(Object.keys(read ?? {}).toSorted()).toEqual(Object.keys(expected).toSorted());
  });

  test('has no answer for what is not there', async () => {
    expect((await open().send(new it.GetCommand({ TableName, Key: keyOf('absent') }))).Item).toBeUndefined();
    const removed = await open().send(
      new it.DeleteCommand({ TableName, Key: keyOf('absent'), ReturnValues: 'ALL_OLD' }),
    );
    expect(removed.Attributes).toBeUndefined();
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html
  test('refuses numbers that JavaScript is not exact with', async () => {
    const client = open();
    for (const value of [Number.NaN, Infinity, 2 ** 53, -(2 ** 53)]) {
      await expect(client.send(new it.PutCommand({ TableName, Item: { ...keyOf('n'), value } }))).rejects.toThrow();
    }
    const { pk, sk } = keyOf('large');
    const Item = { pk: { S: pk }, sk: { S: sk }, value: { N: '9007199254740993' } };
    await table.client.send(new PutItemCommand({ TableName, Item }));
    await expect(client.send(new it.GetCommand({ TableName, Key: keyOf('large') }))).rejects.toThrow(/too large/);
  });

  // util-dynamodb makes it the prototype. Names that partners choose are inside JSON texts, never attributes.
  test('refuses an attribute of the name __proto__', async () => {
    const client = open();
    const inner: unknown = JSON.parse('{"__proto__":{"a":1},"b":2}');
    await expect(client.send(new it.PutCommand({ TableName, Item: { ...keyOf('proto'), inner } }))).rejects.toThrow();
    const { Item: read } = await client.send(new it.GetCommand({ TableName, Key: keyOf('proto') }));
    expect(read).toBeUndefined();
  });

  test('updates and deletes with what stood before and after', async () => {
    const client = open();
    const Key = keyOf('updated');
    const update = new it.UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET #body = :body ADD calls :one',
      ExpressionAttributeNames: { '#body': 'body' },
      ExpressionAttributeValues: { ':body': Uint8Array.of(1, 2), ':one': 1 },
      ReturnValues: 'ALL_NEW',
    });
    const expected = { ...Key, body: Uint8Array.of(1, 2), calls: 1 };
    expect((await client.send(update)).Attributes).toEqual(expected);
    const removal = new it.DeleteCommand({ TableName, Key, ReturnValues: 'ALL_OLD' });
    expect((await client.send(removal)).Attributes).toEqual(expected);
  });

  test('goes through pages of a query and of a scan', async () => {
    const client = open();
    const pk = 'pages';
    const written = Array.from({ length: 30 }, (_, number) => ({ pk, sk: String(number).padStart(2, '0') }));
    const puts = (items: typeof written) => items.map((Item) => ({ PutRequest: { Item } }));
    for (const some of [written.slice(0, 20), written.slice(20)]) {
      await client.send(new it.BatchWriteCommand({ RequestItems: { [TableName]: puts(some) } }));
    }
    const query = {
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      Limit: 13,
    };
    const found: unknown[] = [];
    let start: Record<string, unknown> | undefined;
    do {
      const page = await client.send(new it.QueryCommand({ ...query, ExclusiveStartKey: start }));
      found.push(...(page.Items ?? []));
      start = page.LastEvaluatedKey;
    } while (start !== undefined);
    expect(found).toEqual(written);
    const { Count: count } = await client.send(
      new it.ScanCommand({
        TableName,
        FilterExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        Select: 'COUNT',
      }),
    );
    expect(count).toBe(30);
    const { Responses: read } = await client.send(
      new it.BatchGetCommand({ RequestItems: { [TableName]: { Keys: written.slice(0, 3) } } }),
    );
    const bySortKey = (items: readonly Record<string, unknown>[]) => items.map(({ sk }) => sk).toSorted();
    expect(bySortKey(read?.[TableName] ?? [])).toEqual(['00', '01', '02']);
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html#API_PutItem_Errors
  test('tells of a failed condition with the item that stood in the way', async () => {
    const client = open();
    const Item = { ...keyOf('taken'), body: Uint8Array.of(9), count: 2 };
    const put = new it.PutCommand({
      TableName,
      Item,
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    await client.send(put);
    const error = await failureOf(client.send(put));
    expect(error).toBeInstanceOf(it.ConditionalCheckFailedException);
    const { pk, sk } = Item;
    expect(error).toMatchObject({
      name: 'ConditionalCheckFailedException',
      Item: { pk: { S: pk }, sk: { S: sk }, body: { B: Uint8Array.of(9) }, count: { N: '2' } },
    });
    expect(front.asked).toHaveLength(2);
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html#API_TransactWriteItems_Errors
  test('tells why a transaction was cancelled, clause by clause, with the items that stood in the way', async () => {
    const client = open();
    await client.send(new it.PutCommand({ TableName, Item: { ...keyOf('held'), body: Uint8Array.of(3) } }));
    const old = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
    const isNew = { ConditionExpression: 'attribute_not_exists(pk)', ...old };
    const error = await failureOf(
      client.send(
        new it.TransactWriteCommand({
          TransactItems: [
            { Put: { TableName, Item: keyOf('fresh'), ...isNew } },
            { Put: { TableName, Item: keyOf('held'), ...isNew } },
            {
              Update: {
                TableName,
                Key: keyOf('nobody'),
                UpdateExpression: 'SET a = :a',
                ConditionExpression: 'attribute_exists(pk)',
                ExpressionAttributeValues: { ':a': 1 },
                ...old,
              },
            },
            { ConditionCheck: { TableName, Key: keyOf('other'), ...isNew } },
          ],
        }),
      ),
    );
    expect(error).toBeInstanceOf(it.TransactionCanceledException);
    const reasons = error instanceof it.TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
    expect(reasons.map(({ Code }) => Code)).toEqual([
      'None',
      'ConditionalCheckFailed',
      'ConditionalCheckFailed',
      'None',
    ]);
    const { pk, sk } = keyOf('held');
    expect(reasons[1]?.Item).toEqual({ pk: { S: pk }, sk: { S: sk }, body: { B: Uint8Array.of(3) } });
    expect(reasons[2]?.Item).toBeUndefined();
    expect((await client.send(new it.GetCommand({ TableName, Key: keyOf('fresh') }))).Item).toBeUndefined();
  });

  test('writes a transaction once when its answer is lost', async () => {
    const client = open();
    front.answers.push(carryOutUnanswered);
    const Update = {
      TableName,
      Key: keyOf('once'),
      UpdateExpression: 'ADD calls :one',
      ExpressionAttributeValues: { ':one': 1 },
    };
    await client.send(new it.TransactWriteCommand({ TransactItems: [{ Update }] }));
    const { Item: read } = await client.send(new it.GetCommand({ TableName, Key: keyOf('once') }));
    expect(read).toEqual({ ...keyOf('once'), calls: 1 });
  });

  test('meets its own write when the answer of a conditional write is lost', async () => {
    const client = open();
    front.answers.push(carryOutUnanswered);
    const Item = { ...keyOf('twice'), mine: 'yes' };
    const error = await failureOf(
      client.send(
        new it.PutCommand({
          TableName,
          Item,
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    );
    expect(error).toBeInstanceOf(it.ConditionalCheckFailedException);
    expect(error).toMatchObject({ Item: { mine: { S: 'yes' } } });
  });
});

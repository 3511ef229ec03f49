import { describe, expect, test } from '@jest/globals';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import { getItems } from '../../lambdas/store/table/read.ts';
import type { Table } from '../../lambdas/store/table/table.ts';

const name = 'swift-worker';
const body = Uint8Array.of(1);
const items = ['a', 'b', 'c'].map((sk) => ({ pk: 'p', sk, body }));
const wanted = items.map(({ pk, sk }) => ({ pk, sk }));

/** A table that processes one item of each request, for a number of requests, and then all. */
const busyTable = (requests: number) => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
  const mock = mockClient(client);
  let left = requests;
  const split = <T>(all: readonly T[]): { done: T[]; rest: T[] } => {
    left -= 1;
    return left < 0 ? { done: [...all], rest: [] } : { done: all.slice(0, 1), rest: all.slice(1) };
  };
  mock.on(BatchGetCommand).callsFake(({ RequestItems: asked }: BatchGetCommand['input']) => {
    const { done, rest } = split(asked?.[name]?.Keys ?? []);
    return {
      Responses: { [name]: items.filter((item) => done.some(({ sk }) => sk === item.sk)) },
      UnprocessedKeys: rest.length === 0 ? {} : { [name]: { Keys: rest } },
    };
  });
  mock.on(BatchWriteCommand).callsFake(({ RequestItems: asked }: BatchWriteCommand['input']) => {
    const { rest } = split(asked?.[name] ?? []);
    return { UnprocessedItems: rest.length === 0 ? {} : { [name]: rest } };
  });
  const pauses: number[] = [];
  const table: Table = {
    name,
    client,
    retryPolicy: {
      random: () => 0.5,
      sleep: (milliseconds) => {
        pauses.push(milliseconds);
        return Promise.resolve();
      },
    },
  };
  return { table, pauses, requests: () => mock.calls().length };
};

/** The functions that send a batch. */
const batches: readonly (readonly [string, (table: Table) => Promise<unknown>, unknown])[] = [
  ['reading items', (table) => getItems(table, wanted), items],
  [
    'reading the delivery index',
    async (table) => Array.from(await tableIndex(table).get('p', ['a', 'b', 'c'], 'strong')).length,
    3,
  ],
  [
    'writing segments',
    (table) =>
      tableIndex(table).putSegments(
        'p',
        items.map(({ sk }) => ({ sk, body, ttl: 1 })),
      ),
    undefined,
  ],
  ['removing nodes', (table) => tableIndex(table).remove('p', ['a', 'b', 'c']), undefined],
];

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html#Programming.Errors.BatchOperations
describe.each(batches)('a batch for %s', (_, send, expected) => {
  test('pauses, longer each time and with jitter, before it requests the unprocessed items again', async () => {
    const { table, pauses, requests } = busyTable(2);
    expect(await send(table)).toEqual(expected);
    expect(requests()).toBe(3);
    expect(pauses).toEqual([25, 50]);
  });

  test('does not pause when all items were processed', async () => {
    const { table, pauses } = busyTable(0);
    await send(table);
    expect(pauses).toEqual([]);
  });
});

test('a batch with unprocessed items at the end asks the caller to retry', async () => {
  const { table, pauses } = busyTable(Infinity);
  const many = Array.from({ length: 20 }, (_, number) => ({ pk: 'p', sk: String(number) }));
  await expect(getItems(table, many)).rejects.toMatchObject({ code: 'temporarily_unavailable', retryAfter: 1 });
  expect(pauses).toEqual([25, 50, 100, 200, 400]);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  BatchWriteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { z } from 'zod';
import { openTableStream } from '../../tools/harness/table-stream.ts';
import { MemoryTable, type MemoryTableOptions } from '../../tools/world/table/memory-table.ts';
import { recordOf } from '../../tools/world/table/stream.ts';
import { plain, startBothTables, type BothTables, type Command } from './both-tables.ts';
import { tableCases } from './table-cases.ts';
import { anyCommand, anyKeys } from './table-commands.ts';

const change = z.object({
  eventName: z.string(),
  dynamodb: z.object({
    Keys: z.unknown(),
    OldImage: z.optional(z.unknown()),
    NewImage: z.optional(z.unknown()),
    StreamViewType: z.string(),
  }),
});

describe('the table in memory, beside DynamoDB Local', () => {
  let both: BothTables;

  beforeAll(async () => {
    both = await startBothTables();
  });

  afterAll(() => both.local.stop());

  const compare = async (command: Command): Promise<void> => {
    const { local, model } = await both.send(command);
    expect({ input: command.input, outcome: model }).toEqual({ input: command.input, outcome: local });
  };

  it.each(Object.entries(tableCases))('gives the same answers about %s', async (_, commands) => {
    for (const command of commands) await compare(command);
  });

  it('gives the same answers to commands of any kind', async () => {
    const { name: TableName } = both.local;
    const clear = anyKeys.map((Key) => ({ DeleteRequest: { Key } }));
    const commands = fc.asyncProperty(fc.array(anyCommand, { minLength: 30, maxLength: 30 }), async (all) => {
      await compare(new BatchWriteCommand({ RequestItems: { [TableName]: clear } }));
      for (const command of all) await compare(command);
      await compare(new ScanCommand({ TableName, ConsistentRead: true }));
    });
    await fc.assert(commands, { seed: 20_261_129, numRuns: 12 });
  });

  it('writes the same changes to the stream', async () => {
    const { name: TableName } = both.local;
    const stream = await openTableStream(both.local, '', 'stream');
    const Item = { pk: 'stream', sk: '1', b: Uint8Array.of(1, 255), l: [1, { m: null }], t: true, ss: new Set(['a']) };
    const counted = { TableName, Key: { pk: 'stream', sk: '2' }, UpdateExpression: 'ADD n :n' };
    const failing = { TableName, Key: { pk: 'stream', sk: '3' }, ConditionExpression: 'attribute_exists(pk)' };
    const Update = { ...counted, ExpressionAttributeValues: { ':n': 1 } };
    await compare(new PutCommand({ TableName, Item }));
    await compare(new PutCommand({ TableName, Item }));
    await compare(
      new TransactWriteCommand({
        TransactItems: [{ Update }, { Delete: { TableName, Key: { pk: 'stream', sk: '1' } } }],
      }),
    );
    await compare(new TransactWriteCommand({ TransactItems: [{ Update }, { ConditionCheck: failing }] }));
    await compare(new UpdateCommand({ ...counted, ExpressionAttributeValues: { ':n': 0 } }));
    await compare(
      new BatchWriteCommand({
        RequestItems: {
          [TableName]: [{ DeleteRequest: { Key: { pk: 'stream', sk: 'none' } } }, { PutRequest: { Item } }],
        },
      }),
    );
    const expected = await stream.read();
    stream.close();
    const found = both.model.changes.filter(({ keys }) => keys.pk === 'stream').map(recordOf);
    expect(expected).toHaveLength(4);
    // A transaction has no order in the stream of DynamoDB Local.
    const shown = (records: readonly unknown[]) =>
      records.map((one) => JSON.stringify(plain(change.parse(one)))).toSorted();
    expect(shown(found)).toEqual(shown(expected));
  });
});

describe('the table in memory, under the world', () => {
  let now: number;
  let table: MemoryTable;
  const TableName = 'world';
  const Key = { pk: 'p', sk: 's' };

  const open = (more: Partial<MemoryTableOptions> = {}): MemoryTable =>
    new MemoryTable({
      name: TableName,
      now: () => now,
      retryPolicy: { sleep: () => Promise.resolve(), random: () => 0 },
      ...more,
    });

  const put = (item: object = {}) => table.client.send(new PutCommand({ TableName, Item: { ...Key, ...item } }));
  const read = async (ConsistentRead = true, of = table) =>
    (await of.client.send(new GetCommand({ TableName, Key, ConsistentRead }))).Item;
  const due = async (shard = 'S') =>
    (
      await table.client.send(
        new QueryCommand({
          TableName,
          IndexName: 'due',
          KeyConditionExpression: 'due_shard = :s',
          ExpressionAttributeValues: { ':s': shard },
        }),
      )
    ).Items;
  const transaction = (n: number, ClientRequestToken?: string) =>
    table.client.send(
      new TransactWriteCommand({
        ClientRequestToken,
        TransactItems: [
          { Update: { TableName, Key, UpdateExpression: 'ADD n :n', ExpressionAttributeValues: { ':n': n } } },
        ],
      }),
    );

  beforeEach(() => {
    now = 1_000_000;
    table = open();
  });

  it('shows the state of an earlier time to reads that are not consistent', async () => {
    table = open({ longestLag: 500, lag: (of) => (of === 'table' ? 100 : 300) });
    await put({ n: 1, due_shard: 'S', due_at: '1' });
    expect([await read(), await read(false), await due()]).toEqual([
      { ...Key, n: 1, due_shard: 'S', due_at: '1' },
      undefined,
      [],
    ]);
    now += 100;
    await put({ n: 2, due_shard: 'T', due_at: '2' });
    expect([await read(false), await due()]).toEqual([{ ...Key, n: 1, due_shard: 'S', due_at: '1' }, []]);
    now += 299;
    expect([await read(false), await due(), await due('T')]).toEqual([
      { ...Key, n: 2, due_shard: 'T', due_at: '2' },
      [{ ...Key, due_shard: 'S', due_at: '1' }],
      [],
    ]);
    now += 1;
    expect([await due(), await due('T')]).toEqual([[], [{ ...Key, due_shard: 'T', due_at: '2' }]]);
    await table.client.send(new BatchWriteCommand({ RequestItems: { [TableName]: [{ DeleteRequest: { Key } }] } }));
    expect([await read(), await read(false)]).toEqual([undefined, { ...Key, n: 2, due_shard: 'T', due_at: '2' }]);
    now += 300;
    expect([await read(false), await due('T')]).toEqual([undefined, []]);
  });

  it('lets other writes of held items conflict until they are released', async () => {
    const release = table.hold([Key]);
    await expect(put()).rejects.toMatchObject({ name: 'TransactionConflictException' });
    await expect(transaction(1)).rejects.toMatchObject({ CancellationReasons: [{ Code: 'TransactionConflict' }] });
    const requests = [{ PutRequest: { Item: Key } }, { PutRequest: { Item: { pk: 'p', sk: 'other' } } }];
    const batch = await table.client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
    expect(batch.UnprocessedItems).toEqual({ [TableName]: [requests[0]] });
    expect(await read()).toBeUndefined();
    const releaseAgain = table.hold([Key]);
    release();
    release();
    await expect(put()).rejects.toMatchObject({ name: 'TransactionConflictException' });
    releaseAgain();
    await put();
    expect(await read()).toEqual(Key);
  });

  it('remembers the token of a transaction for ten minutes', async () => {
    await transaction(1, 'token');
    now += 599_999;
    await transaction(1, 'token');
    await expect(transaction(2, 'token')).rejects.toMatchObject({ name: 'IdempotentParameterMismatchException' });
    expect(await read()).toEqual({ ...Key, n: 1 });
    now += 1;
    await transaction(2, 'token');
    expect(await read()).toEqual({ ...Key, n: 3 });
  });

  it('deletes expired items when the world says so, with a record that names the service', async () => {
    await put({ ttl: 500 });
    await table.client.send(new PutCommand({ TableName, Item: { pk: 'p', sk: 'later', ttl: 900 } }));
    await table.client.send(new PutCommand({ TableName, Item: { pk: 'p', sk: 'text', ttl: '1' } }));
    expect(await read()).toEqual({ ...Key, ttl: 500 });
    table.expireOlderThan(900_000);
    expect(await read()).toBeUndefined();
    expect((await table.client.send(new ScanCommand({ TableName }))).Count).toBe(2);
    const [record] = table.changes.slice(3).map(recordOf);
    expect(record).toMatchObject({
      eventName: 'REMOVE',
      dynamodb: { OldImage: { ttl: { N: '500' } }, ApproximateCreationDateTime: 1000 },
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    });
  });

  it('keeps a copy apart, with its tokens and its changes', async () => {
    await transaction(1, 'token');
    const copy = table.copy();
    await put({ n: 7 });
    expect([await read(true, copy), copy.changes.length, table.changes.length]).toEqual([{ ...Key, n: 1 }, 1, 2]);
    table = copy;
    await transaction(1, 'token');
    expect(await read()).toEqual({ ...Key, n: 1 });
  });

  it('shares no bytes with its callers', async () => {
    const b = Uint8Array.of(1);
    await put({ b });
    b[0] = 2;
    const found = z.object({ b: z.instanceof(Uint8Array) }).parse(await read());
    found.b[0] = 3;
    expect(await read()).toEqual({ ...Key, b: Uint8Array.of(1) });
  });

  it('scans each item in one segment', async () => {
    const items = Array.from({ length: 40 }, (_, index) => ({ pk: `p${index}`, sk: 's' }));
    for (const Item of items) await table.client.send(new PutCommand({ TableName, Item }));
    const found: unknown[] = [];
    for (const Segment of [0, 1, 2]) {
      let start: Record<string, unknown> | undefined;
      do {
        const page = await table.client.send(
          new ScanCommand({ TableName, TotalSegments: 3, Segment, Limit: 3, ExclusiveStartKey: start }),
        );
        found.push(...(page.Items ?? []));
        start = page.LastEvaluatedKey;
      } while (start !== undefined);
    }
    expect(found).toHaveLength(40);
    expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(40);
  });
});

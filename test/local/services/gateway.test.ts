import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { PolicyStatement } from '../../../local/services/iam/policy.ts';
import type { Services } from '../../../local/services/services.ts';
import { call, clientOptions, runServices, tableProperties } from './running-services.ts';

const TableName = 'main';
const Key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'A' } });
let services: Services;
let tableArn: string;
let streamArn: string;
let root: DynamoDBClient;
const log: string[] = [];
const clients: { destroy: () => void }[] = [];

beforeAll(async () => {
  services = await runServices(undefined, log);
  const table = await services.createTable(tableProperties(TableName));
  tableArn = table.tableArn;
  streamArn = table.streamArn ?? '';
  root = dynamodb('root');
}, 30_000);

afterAll(async () => {
  for (const client of clients) client.destroy();
  await services.stop();
});

beforeEach(() => {
  services.faults.clear();
  services.calls.clear();
  services.calls.meter(false);
});

const dynamodb = (accessKeyId: string, maxAttempts = 1): DynamoDBClient => {
  const client = new DynamoDBClient({ ...clientOptions(services, accessKeyId), maxAttempts });
  clients.push(client);
  return client;
};

/** A client whose role has these statements. */
let roles = 0;
const withRole = (...statements: readonly PolicyStatement[]): DynamoDBClient => {
  const accessKeyId = `KEY${(roles += 1)}`;
  const roleArn = 'arn:aws:iam::000000000000:role/local-DispatcherRole';
  services.addPrincipal({ accessKeyId, roleArn, sessionName: 'dispatcher', statements });
  return dynamodb(accessKeyId);
};
const allow = (actions: readonly string[], part: Partial<PolicyStatement> = {}): PolicyStatement => ({
  ...{ effect: 'Allow', actions, resources: [tableArn, `${tableArn}/index/*`] },
  ...part,
});

const put = (pk: string, part: object = {}) => new PutItemCommand({ TableName, Item: { ...Key(pk), ...part } });
const read = async (pk: string) =>
  (await root.send(new GetItemCommand({ TableName, Key: Key(pk), ConsistentRead: true }))).Item;
const transact = (...TransactItems: TransactWriteItem[]) => new TransactWriteItemsCommand({ TransactItems });

describe('permissions', () => {
  test('let through what the role allows', async () => {
    const client = withRole(allow(['dynamodb:PutItem', 'dynamodb:GetItem']));
    await client.send(put('allowed', { label: { S: 'x' } }));
    expect((await client.send(new GetItemCommand({ TableName, Key: Key('allowed') }))).Item).toEqual({
      ...Key('allowed'),
      label: { S: 'x' },
    });
  });

  test('refuse, in the words of AWS, what its statements lack', async () => {
    const client = withRole(allow(['dynamodb:GetItem']));
    await expect(client.send(put('stripped'))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message:
        'User: arn:aws:sts::000000000000:assumed-role/local-DispatcherRole/dispatcher is not authorized to perform: ' +
        `dynamodb:PutItem on resource: ${tableArn} because no identity-based policy allows the dynamodb:PutItem action`,
      $metadata: { httpStatusCode: 400 },
    });
    expect(await read('stripped')).toBeUndefined();
    expect(log.join()).toContain('dynamodb:PutItem');
  });

  test('name an explicit deny, and what could not be evaluated', async () => {
    const denied = withRole(allow(['dynamodb:*']), allow(['dynamodb:PutItem'], { effect: 'Deny' }));
    await expect(denied.send(put('denied'))).rejects.toThrow('with an explicit deny in an identity-based policy');
    const odd = withRole(allow(['dynamodb:*'], { conditions: { DateLessThan: { 'aws:CurrentTime': 'x' } } }));
    await expect(odd.send(put('odd'))).rejects.toThrow('aws:CurrentTime is not known');
  });

  test('hold for each action of a transaction, and nothing of it is done', async () => {
    const client = withRole(allow(['dynamodb:PutItem', 'dynamodb:ConditionCheckItem']));
    const first = { Put: { TableName, Item: Key('t1') } };
    const check = { ConditionCheck: { TableName, Key: Key('t0'), ConditionExpression: 'attribute_not_exists(pk)' } };
    const second = { Delete: { TableName, Key: Key('t2') } };
    await client.send(transact(first, check));
    await expect(client.send(transact({ Put: { TableName, Item: Key('t3') } }, second))).rejects.toThrow(
      `dynamodb:DeleteItem on resource: ${tableArn} because`,
    );
    expect(await read('t1')).toBeDefined();
    expect(await read('t3')).toBeUndefined();
  });

  test('tell the index from the table', async () => {
    const query = new QueryCommand({
      ...{ TableName, IndexName: 'by-gpk', KeyConditionExpression: 'gpk = :g' },
      ExpressionAttributeValues: { ':g': { S: 'x' } },
    });
    await withRole(allow(['dynamodb:Query'], { resources: [`${tableArn}/index/by-gpk`] })).send(query);
    await expect(withRole(allow(['dynamodb:Query'], { resources: [tableArn] })).send(query)).rejects.toThrow(
      `dynamodb:Query on resource: ${tableArn}/index/by-gpk`,
    );
  });

  test('hold a role to its leading keys', async () => {
    const conditions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': 'RATE#*' } };
    const client = withRole(allow(['dynamodb:UpdateItem'], { conditions }));
    const update = (pk: string) =>
      new UpdateItemCommand({
        TableName,
        Key: Key(pk),
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': { N: '1' } },
      });
    await client.send(update('RATE#1'));
    await expect(client.send(update('PARTNER#1'))).rejects.toThrow('dynamodb:UpdateItem');
  });

  test('know neither a stranger nor an unsigned call nor an action of no known service', async () => {
    await expect(dynamodb('STRANGER').send(put('x'))).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
    const empty = { TransactItems: [] };
    expect(await call(services, 'STRANGER', 'dynamodb', 'DynamoDB_20120810.TransactWriteItems', empty)).toMatchObject({
      output: { __type: 'com.amazon.coral.service#UnrecognizedClientException' },
    });
    const unsigned = await fetch(services.endpoint, { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(400);
    expect(await call(services, 'root', 'ec2', 'EC2.DescribeInstances', {})).toMatchObject({ status: 400 });
    const client = withRole(allow(['*'], { resources: ['*'] }));
    const accessKeyId = (await client.config.credentials()).accessKeyId;
    expect(await call(services, accessKeyId, 'dynamodb', 'DynamoDB_20120810.Invented', {})).toMatchObject({
      output: { Message: expect.stringContaining('dynamodb:Invented') },
    });
  });
});

describe('what DynamoDB answers', () => {
  test('comes through a transaction that was cancelled, old item included', async () => {
    await root.send(put('held', { label: { S: 'first' } }));
    const again = transact({
      Put: {
        ...{ TableName, Item: Key('held'), ConditionExpression: 'attribute_not_exists(pk)' },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    });
    await expect(root.send(again)).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item: { ...Key('held'), label: { S: 'first' } } }],
    });
  });

  test('carries its request id and a checksum that is right after the region was changed', async () => {
    const { $metadata, Table } = await root.send(new DescribeTableCommand({ TableName }));
    expect($metadata.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(Table).toMatchObject({ TableArn: tableArn, LatestStreamArn: streamArn, TableStatus: 'ACTIVE' });
    expect(tableArn).toBe('arn:aws:dynamodb:us-east-1:000000000000:table/main');
    expect(streamArn).toMatch(/^arn:aws:dynamodb:us-east-1:000000000000:table\/main\/stream\/.+/);
  });

  test('leaves a text alone that looks like an ARN of DynamoDB Local', async () => {
    const label = { S: 'arn:aws:dynamodb:ddblocal:000000000000:table/main "awsRegion":"ddblocal"' };
    await root.send(put('arn', { label }));
    expect((await read('arn'))?.label).toEqual(label);
  });

  test('has a stream that its readers must be allowed', async () => {
    await root.send(put('streamed', { label: { S: 'x' } }));
    const accessKeyId = 'STREAM';
    const actions = ['dynamodb:DescribeStream', 'dynamodb:GetShardIterator', 'dynamodb:GetRecords'];
    const roleArn = 'arn:aws:iam::000000000000:role/stream';
    services.addPrincipal({ accessKeyId, roleArn, statements: [{ effect: 'Allow', actions, resources: [streamArn] }] });
    const client = new DynamoDBStreamsClient(clientOptions(services, accessKeyId));
    clients.push(client);
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
    expect(StreamDescription).toMatchObject({ StreamArn: streamArn, StreamViewType: 'NEW_AND_OLD_IMAGES' });
    const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({ StreamArn: streamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
    );
    const { Records, NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator }));
    expect(Records).toContainEqual(
      expect.objectContaining({
        awsRegion: 'us-east-1',
        eventName: 'INSERT',
        dynamodb: expect.objectContaining({ NewImage: { ...Key('streamed'), label: { S: 'x' } } }),
      }),
    );
    await client.send(new GetRecordsCommand({ ShardIterator: NextShardIterator }));
    services.addPrincipal({
      accessKeyId,
      roleArn,
      statements: [{ effect: 'Allow', actions: actions.slice(0, 2), resources: [streamArn] }],
    });
    await expect(client.send(new GetRecordsCommand({ ShardIterator: NextShardIterator }))).rejects.toThrow(
      `dynamodb:GetRecords on resource: ${streamArn}`,
    );
  });
});

describe('a fault', () => {
  test('throttles once, and the SDK tries again', async () => {
    const fault = services.faults.inject({
      match: { service: 'dynamodb', operation: 'PutItem', keyPrefix: 'THROTTLED#' },
      effect: { kind: 'error', code: 'ProvisionedThroughputExceededException' },
    });
    const patient = dynamodb('root', 3);
    expect((await patient.send(put('other'))).$metadata.attempts).toBe(1);
    expect((await patient.send(put('THROTTLED#1'))).$metadata.attempts).toBe(2);
    expect(fault.met).toBe(1);
    expect(await read('THROTTLED#1')).toBeDefined();
  });

  test('cancels a transaction with the reasons it is given', async () => {
    services.faults.inject({
      match: { operation: 'TransactWriteItems', keyPrefix: 'CONFLICT' },
      effect: {
        ...{ kind: 'error', code: 'TransactionCanceledException', message: 'Transaction cancelled' },
        fields: { CancellationReasons: [{ Code: 'TransactionConflict' }] },
      },
    });
    await expect(root.send(transact({ Put: { TableName, Item: Key('CONFLICT') } }))).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'TransactionConflict' }],
    });
  });

  test('loses the answer of a call that was performed', async () => {
    services.faults.inject({ match: { operation: 'PutItem' }, effect: { kind: 'lose-answer' } });
    await expect(root.send(put('lost'))).rejects.toThrow(/socket hang up|ECONNRESET/);
    expect(await read('lost')).toBeDefined();
    expect(services.calls.list({ operation: 'PutItem' })).toMatchObject([{ status: 0 }]);
  });

  test('cuts the connection before the call is performed', async () => {
    services.faults.inject({ match: { operation: 'PutItem' }, effect: { kind: 'cut' } });
    await expect(root.send(put('cut'))).rejects.toThrow(/socket hang up|ECONNRESET/);
    expect(await read('cut')).toBeUndefined();
  });

  test('delays', async () => {
    services.faults.inject({ match: { operation: 'PutItem' }, effect: { kind: 'delay', milliseconds: 40 } });
    await root.send(put('delayed'));
    expect(services.calls.list()[0]?.milliseconds).toBeGreaterThan(35);
  });

  test('meets only the principal it is for, after skipping, as often as it says, until it is removed', async () => {
    const effect = { kind: 'error', code: 'InternalServerError', status: 500 } as const;
    const other = withRole(allow(['dynamodb:*']));
    const accessKeyId = (await other.config.credentials()).accessKeyId;
    const fault = services.faults.inject({ match: { accessKeyId }, effect, skip: 1, times: 2 });
    const results: boolean[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await root.send(put('skipped'));
      results.push(
        await other.send(put('skipped')).then(
          () => true,
          () => false,
        ),
      );
    }
    expect(results).toEqual([true, false, false, true]);
    expect(fault.met).toBe(2);
    const removed = services.faults.inject({ match: {}, effect });
    removed.remove();
    await root.send(put('skipped'));
  });
});

describe('the call log', () => {
  test('says what was called, by whom, on what, and how it ended', async () => {
    const client = withRole(allow(['dynamodb:GetItem']));
    const accessKeyId = (await client.config.credentials()).accessKeyId;
    await client.send(new GetItemCommand({ TableName, Key: Key('logged') }));
    await client.send(put('logged')).catch(() => undefined);
    expect(services.calls.list({ accessKeyId })).toMatchObject([
      {
        service: 'dynamodb',
        operation: 'GetItem',
        actions: ['dynamodb:GetItem'],
        resources: [tableArn],
        status: 200,
        units: undefined,
      },
      { operation: 'PutItem', status: 400, error: 'AccessDeniedException' },
    ]);
    services.calls.clear();
    expect(services.calls.list()).toEqual([]);
  });
});

describe('metering', () => {
  const units = () => services.calls.list().map((entry) => entry.units);
  const label = (bytes: number) => ({ label: { S: 'x'.repeat(bytes) } });

  test('counts writes with their indexes', async () => {
    services.calls.meter(true);
    await root.send(put('m1'));
    await root.send(put('m1', label(1_500)));
    await root.send(put('m1', { gpk: { S: 'g' } }));
    await root.send(put('m1', { gpk: { S: 'h' }, ...label(10) }));
    await root.send(transact({ Put: { TableName, Item: Key('m2') } }, { Delete: { TableName, Key: Key('m1') } }));
    expect(units()).toEqual([
      { read: 0, write: 1 },
      { read: 0, write: 2 },
      // The old item was the larger; its entry comes.
      { read: 0, write: 2 + 1 },
      // The entry moves.
      { read: 0, write: 1 + 2 },
      // Twice for the table, once for the entry that goes.
      { read: 0, write: 2 + 2 + 1 },
    ]);
  });

  test('counts a condition that failed, and not what was refused', async () => {
    await root.send(put('m3', label(3_000)));
    services.calls.clear();
    services.calls.meter(true);
    const failing = { TableName, Item: Key('m3'), ConditionExpression: 'attribute_not_exists(pk)' };
    await root.send(new PutItemCommand(failing)).catch(() => undefined);
    await root.send(transact({ Put: failing })).catch(() => undefined);
    await root.send(new PutItemCommand({ TableName, Item: { pk: { S: 'no sort key' } } })).catch(() => undefined);
    expect(units()).toEqual([
      { read: 0, write: 3 },
      { read: 0, write: 6 },
      { read: 0, write: 0 },
    ]);
  });

  test('counts what a query reads, whatever its filter and projection leave of it', async () => {
    for (const sk of ['A', 'B', 'C']) {
      await root.send(
        new PutItemCommand({
          TableName,
          Item: { pk: { S: 'm4' }, sk: { S: sk }, gpk: { S: 'm4' }, big: { S: 'x'.repeat(3_000) } },
        }),
      );
    }
    services.calls.clear();
    services.calls.meter(true);
    const query = {
      ...{ TableName, KeyConditionExpression: '#p = :p', FilterExpression: 'label = :l', ProjectionExpression: 'sk' },
      ExpressionAttributeNames: { '#p': 'pk' },
      ExpressionAttributeValues: { ':p': { S: 'm4' }, ':l': { S: 'none' } },
    };
    expect((await root.send(new QueryCommand(query))).Items).toEqual([]);
    await root.send(new QueryCommand({ ...query, ConsistentRead: true, Limit: 2 }));
    await root.send(new QueryCommand({ ...query, IndexName: 'by-gpk', ExpressionAttributeNames: { '#p': 'gpk' } }));
    await root.send(new GetItemCommand({ TableName, Key: Key('m4'), ConsistentRead: true }));
    await root.send(new GetItemCommand({ TableName, Key: Key('absent') }));
    expect(units()).toEqual([1.5, 2, 0.5, 1, 0.5].map((count) => ({ read: count, write: 0 })));
  });
});

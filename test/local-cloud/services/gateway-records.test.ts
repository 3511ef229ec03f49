import { describe, expect, test } from '@jest/globals';
import { GetItemCommand, PutItemCommand, QueryCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Services } from '@swift-worker/local-cloud/services/services.ts';
import { Key, put, withGateway, TableName, transact, type GatewayScene } from './gateway-scene.ts';

let scene: GatewayScene;
let services: Services;
let root: DynamoDBClient;
withGateway((started) => {
  scene = started;
  ({ services, root } = scene);
});

describe('a fault', () => {
  test('throttles once, and the SDK tries again', async () => {
    const fault = services.faults.inject({
      match: { service: 'dynamodb', operation: 'PutItem', keyPrefix: 'THROTTLED#' },
      effect: { kind: 'error', code: 'ProvisionedThroughputExceededException' },
    });
    const retrying = scene.dynamodb('root', 3);
    expect((await retrying.send(put('other'))).$metadata.attempts).toBe(1);
    expect((await retrying.send(put('THROTTLED#1'))).$metadata.attempts).toBe(2);
    expect(fault.met).toBe(1);
    expect(await scene.read('THROTTLED#1')).toBeDefined();
  });

  test('cancels a transaction with the reasons it is given', async () => {
    services.faults.inject({
      match: { operation: 'TransactWriteItems', keyPrefix: 'CONFLICT' },
      effect: {
        kind: 'error',
        code: 'TransactionCanceledException',
        message: 'Transaction cancelled',
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
    expect(await scene.read('lost')).toBeDefined();
    expect(services.calls.list({ operation: 'PutItem' })).toMatchObject([{ status: 0 }]);
  });

  test('cuts the connection before the call is performed', async () => {
    services.faults.inject({ match: { operation: 'PutItem' }, effect: { kind: 'cut' } });
    await expect(root.send(put('cut'))).rejects.toThrow(/socket hang up|ECONNRESET/);
    expect(await scene.read('cut')).toBeUndefined();
  });

  test('delays', async () => {
    services.faults.inject({ match: { operation: 'PutItem' }, effect: { kind: 'delay', milliseconds: 40 } });
    await root.send(put('delayed'));
    expect(services.calls.list()[0]?.milliseconds).toBeGreaterThan(35);
  });

  test('meets only the principal it is for, after skipping, as often as it says, until it is removed', async () => {
    const effect = { kind: 'error', code: 'InternalServerError', status: 500 } as const;
    const other = scene.withRole(scene.allow(['dynamodb:*']));
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
    const client = scene.withRole(scene.allow(['dynamodb:GetItem']));
    const accessKeyId = (await client.config.credentials()).accessKeyId;
    await client.send(new GetItemCommand({ TableName, Key: Key('logged') }));
    await client.send(put('logged')).catch(() => undefined);
    expect(services.calls.list({ accessKeyId })).toMatchObject([
      {
        service: 'dynamodb',
        operation: 'GetItem',
        actions: ['dynamodb:GetItem'],
        resources: [scene.tableArn],
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
      TableName,
      KeyConditionExpression: '#p = :p',
      FilterExpression: 'label = :l',
      ProjectionExpression: 'sk',
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

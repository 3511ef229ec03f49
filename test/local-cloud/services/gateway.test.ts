import { describe, expect, test } from '@jest/globals';
import {
  DescribeTableCommand,
  GetItemCommand,
  QueryCommand,
  UpdateItemCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { Services } from '@swift-worker/local-cloud/services/services.ts';
import { Key, put, withGateway, TableName, transact, type GatewayScene } from './gateway-scene.ts';
import { call, clientOptions } from './running-services.ts';

let scene: GatewayScene;
let services: Services;
let root: DynamoDBClient;
withGateway((started) => {
  scene = started;
  ({ services, root } = scene);
});

describe('permissions', () => {
  test('let through what the role allows', async () => {
    const client = scene.withRole(scene.allow(['dynamodb:PutItem', 'dynamodb:GetItem']));
    await client.send(put('allowed', { label: { S: 'x' } }));
    expect((await client.send(new GetItemCommand({ TableName, Key: Key('allowed') }))).Item).toEqual({
      ...Key('allowed'),
      label: { S: 'x' },
    });
  });

  test('refuse, in the words of AWS, what its statements lack', async () => {
    const client = scene.withRole(scene.allow(['dynamodb:GetItem']));
    await expect(client.send(put('stripped'))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message:
        'User: arn:aws:sts::000000000000:assumed-role/local-DispatcherRole/dispatcher is not authorized to perform: ' +
        `dynamodb:PutItem on resource: ${scene.tableArn} because no identity-based policy allows the dynamodb:PutItem action`,
      $metadata: { httpStatusCode: 400 },
    });
    expect(await scene.read('stripped')).toBeUndefined();
    expect(scene.log.join()).toContain('dynamodb:PutItem');
  });

  test('name an explicit deny, and what could not be evaluated', async () => {
    const denied = scene.withRole(scene.allow(['dynamodb:*']), scene.allow(['dynamodb:PutItem'], { effect: 'Deny' }));
    await expect(denied.send(put('denied'))).rejects.toThrow('with an explicit deny in an identity-based policy');
    const odd = scene.withRole(
      scene.allow(['dynamodb:*'], { conditions: { DateLessThan: { 'aws:CurrentTime': 'x' } } }),
    );
    await expect(odd.send(put('odd'))).rejects.toThrow('aws:CurrentTime is unknown');
  });

  test('hold for each action of a transaction, and nothing of it is done', async () => {
    const client = scene.withRole(scene.allow(['dynamodb:PutItem', 'dynamodb:ConditionCheckItem']));
    const first = { Put: { TableName, Item: Key('t1') } };
    const check = { ConditionCheck: { TableName, Key: Key('t0'), ConditionExpression: 'attribute_not_exists(pk)' } };
    const second = { Delete: { TableName, Key: Key('t2') } };
    await client.send(transact(first, check));
    await expect(client.send(transact({ Put: { TableName, Item: Key('t3') } }, second))).rejects.toThrow(
      `dynamodb:DeleteItem on resource: ${scene.tableArn} because`,
    );
    expect(await scene.read('t1')).toBeDefined();
    expect(await scene.read('t3')).toBeUndefined();
  });

  test('tell the index from the table', async () => {
    const query = new QueryCommand({
      TableName,
      IndexName: 'by-gpk',
      KeyConditionExpression: 'gpk = :g',
      ExpressionAttributeValues: { ':g': { S: 'x' } },
    });
    await scene
      .withRole(scene.allow(['dynamodb:Query'], { resources: [`${scene.tableArn}/index/by-gpk`] }))
      .send(query);
    await expect(
      scene.withRole(scene.allow(['dynamodb:Query'], { resources: [scene.tableArn] })).send(query),
    ).rejects.toThrow(`dynamodb:Query on resource: ${scene.tableArn}/index/by-gpk`);
  });

  test('hold a role to its leading keys', async () => {
    const conditions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': 'RATE#*' } };
    const client = scene.withRole(scene.allow(['dynamodb:UpdateItem'], { conditions }));
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
    await expect(scene.dynamodb('STRANGER').send(put('x'))).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
    });
    const empty = { TransactItems: [] };
    expect(await call(services, 'STRANGER', 'dynamodb', 'DynamoDB_20120810.TransactWriteItems', empty)).toMatchObject({
      output: { __type: 'com.amazon.coral.service#UnrecognizedClientException' },
    });
    const unsigned = await fetch(services.endpoint, { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(400);
    expect(await call(services, 'root', 'ec2', 'EC2.DescribeInstances', {})).toMatchObject({ status: 400 });
    const client = scene.withRole(scene.allow(['*'], { resources: ['*'] }));
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
        TableName,
        Item: Key('held'),
        ConditionExpression: 'attribute_not_exists(pk)',
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
    expect(Table).toMatchObject({ TableArn: scene.tableArn, LatestStreamArn: scene.streamArn, TableStatus: 'ACTIVE' });
    expect(scene.tableArn).toBe('arn:aws:dynamodb:us-east-1:000000000000:table/main');
    expect(scene.streamArn).toMatch(/^arn:aws:dynamodb:us-east-1:000000000000:table\/main\/stream\/.+/);
  });

  test('leaves a text alone that looks like an ARN of DynamoDB Local', async () => {
    const label = { S: 'arn:aws:dynamodb:ddblocal:000000000000:table/main "awsRegion":"ddblocal"' };
    await root.send(put('arn', { label }));
    expect((await scene.read('arn'))?.label).toEqual(label);
  });

  test('has a stream that its readers must be allowed', async () => {
    await root.send(put('streamed', { label: { S: 'x' } }));
    const accessKeyId = 'STREAM';
    const actions = ['dynamodb:DescribeStream', 'dynamodb:GetShardIterator', 'dynamodb:GetRecords'];
    const roleArn = 'arn:aws:iam::000000000000:role/stream';
    services.addPrincipal({
      accessKeyId,
      roleArn,
      statements: [{ effect: 'Allow', actions, resources: [scene.streamArn] }],
    });
    const client = new DynamoDBStreamsClient(clientOptions(services, accessKeyId));
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: scene.streamArn }));
    expect(StreamDescription).toMatchObject({ StreamArn: scene.streamArn, StreamViewType: 'NEW_AND_OLD_IMAGES' });
    const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({ StreamArn: scene.streamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
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
      statements: [{ effect: 'Allow', actions: actions.slice(0, 2), resources: [scene.streamArn] }],
    });
    await expect(client.send(new GetRecordsCommand({ ShardIterator: NextShardIterator }))).rejects.toThrow(
      `dynamodb:GetRecords on resource: ${scene.streamArn}`,
    );
    client.destroy();
  });
});

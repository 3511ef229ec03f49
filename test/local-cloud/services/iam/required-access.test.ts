import { describe, expect, test } from '@jest/globals';
import type { ServiceName } from '@swift-worker/local-cloud/services/aws-service.ts';
import { requiredAccess } from '@swift-worker/local-cloud/services/iam/required-access.ts';
import type { JsonObject } from '@swift-worker/local-cloud/services/json-object.ts';
import { seal } from '@swift-worker/local-cloud/services/kms-ciphertext.ts';

const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/main';
const other = 'arn:aws:dynamodb:us-east-1:000000000000:table/other';
const stream = `${table}/stream/2026-01-15T00:00:00.000`;
const schemas = (name: string) => ({
  name,
  hashKey: 'pk',
  rangeKey: 'sk',
  indexes: [{ name: 'by-name', hashKey: 'gpk', rangeKey: undefined, projection: 'all' as const, global: true }],
});

const required = (service: ServiceName, operation: string, input: JsonObject, path = '/') =>
  requiredAccess({ service, method: 'POST', operation, input, body: Buffer.alloc(0), headers: {}, path }, schemas);
const pairs = (...call: Parameters<typeof required>) =>
  required(...call)?.map(({ action, resource }) => [action, resource]);
const contexts = (...call: Parameters<typeof required>) => required(...call)?.map(({ context }) => context());

const Key = { pk: { S: 'PARTNER#1' }, sk: { S: 'CUSTOMER#1' } };
const TableName = 'main';

describe('DynamoDB needs', () => {
  test.each(['GetItem', 'UpdateItem', 'DeleteItem'])('%s on the table', (operation) => {
    expect(pairs('dynamodb', operation, { TableName, Key })).toEqual([[`dynamodb:${operation}`, table]]);
  });

  test('PutItem on the table, named by its ARN too', () => {
    expect(pairs('dynamodb', 'PutItem', { TableName: table, Item: Key })).toEqual([['dynamodb:PutItem', table]]);
  });

  test.each(['Query', 'Scan'])('%s on the table or on the index', (operation) => {
    expect(pairs('dynamodb', operation, { TableName })).toEqual([[`dynamodb:${operation}`, table]]);
    expect(pairs('dynamodb', operation, { TableName, IndexName: 'by-name' })).toEqual([
      [`dynamodb:${operation}`, `${table}/index/by-name`],
    ]);
  });

  test('each action of a transaction on its table', () => {
    const TransactItems = [
      { Put: { TableName, Item: Key } },
      { Update: { TableName, Key } },
      { Delete: { TableName: 'other', Key } },
      { ConditionCheck: { TableName, Key } },
    ];
    expect(pairs('dynamodb', 'TransactWriteItems', { TransactItems })).toEqual([
      ['dynamodb:PutItem', table],
      ['dynamodb:UpdateItem', table],
      ['dynamodb:DeleteItem', other],
      ['dynamodb:ConditionCheckItem', table],
    ]);
    expect(pairs('dynamodb', 'TransactGetItems', { TransactItems: [{ Get: { TableName, Key } }] })).toEqual([
      ['dynamodb:GetItem', table],
    ]);
    expect(contexts('dynamodb', 'TransactWriteItems', { TransactItems })?.[0]).toMatchObject({
      'dynamodb:enclosingoperation': ['TransactWriteItems'],
    });
  });

  test('batches on each of their tables', () => {
    const gets = { RequestItems: { main: { Keys: [Key, Key] }, other: { Keys: [Key] } } };
    expect(pairs('dynamodb', 'BatchGetItem', gets)).toEqual([
      ['dynamodb:BatchGetItem', table],
      ['dynamodb:BatchGetItem', other],
    ]);
    const writes = { RequestItems: { main: [{ PutRequest: { Item: Key } }, { DeleteRequest: { Key } }] } };
    expect(pairs('dynamodb', 'BatchWriteItem', writes)).toEqual([['dynamodb:BatchWriteItem', table]]);
  });

  test.each([
    ['SELECT * FROM "main" WHERE pk = ?', 'PartiQLSelect', table],
    ['select * from "main"."by-name" where gpk = ?', 'PartiQLSelect', `${table}/index/by-name`],
    ["INSERT INTO main VALUE {'pk': ?}", 'PartiQLInsert', table],
    ['UPDATE "main" SET a = 1 WHERE pk = ?', 'PartiQLUpdate', table],
    ['DELETE FROM main WHERE pk = ?', 'PartiQLDelete', table],
  ])('what the statement %s does', (Statement, action, resource) => {
    const expected = [[`dynamodb:${action}`, resource]];
    expect(pairs('dynamodb', 'ExecuteStatement', { Statement })).toEqual(expected);
    expect(pairs('dynamodb', 'BatchExecuteStatement', { Statements: [{ Statement }] })).toEqual(expected);
    expect(pairs('dynamodb', 'ExecuteTransaction', { TransactStatements: [{ Statement }] })).toEqual(expected);
  });

  test.each(['DescribeTable', 'UpdateTable', 'UpdateTimeToLive', 'DescribeTimeToLive'])(
    '%s on the table',
    (operation) => {
      expect(pairs('dynamodb', operation, { TableName })).toEqual([[`dynamodb:${operation}`, table]]);
    },
  );

  test('streams by their ARN, and records by the stream that the iterator is of', () => {
    expect(pairs('dynamodb', 'ListStreams', { TableName })).toEqual([['dynamodb:ListStreams', `${table}/stream/*`]]);
    for (const operation of ['DescribeStream', 'GetShardIterator']) {
      expect(pairs('dynamodb', operation, { StreamArn: stream })).toEqual([[`dynamodb:${operation}`, stream]]);
    }
    const ShardIterator = `${stream}|001|c2hhcmQ=`;
    expect(pairs('dynamodb', 'GetRecords', { ShardIterator })).toEqual([['dynamodb:GetRecords', stream]]);
  });

  test('nothing that could be allowed for an operation that is not known', () => {
    expect(required('dynamodb', 'ExportTableToPointInTime', { TableName })).toBeUndefined();
  });

  test('the leading keys of items, batches and queries', () => {
    const leading = (operation: string, input: JsonObject) =>
      contexts('dynamodb', operation, input)?.map((context) => context['dynamodb:leadingkeys']);
    expect(leading('GetItem', { TableName, Key })).toEqual([['PARTNER#1']]);
    const second = { ...Key, pk: { S: 'PARTNER#2' } };
    expect(leading('BatchGetItem', { RequestItems: { main: { Keys: [Key, second, Key] } } })).toEqual([
      ['PARTNER#1', 'PARTNER#2'],
    ]);
    const ExpressionAttributeValues = { ':p': { S: 'PARTNER#1' }, ':s': { S: 'X' } };
    const KeyConditionExpression = 'begins_with(sk, :s) AND #p = :p';
    const query = { TableName, KeyConditionExpression, ExpressionAttributeValues };
    expect(leading('Query', { ...query, ExpressionAttributeNames: { '#p': 'pk' } })).toEqual([['PARTNER#1']]);
    expect(leading('Query', { ...query, KeyConditionExpression: ':p=pk' })).toEqual([['PARTNER#1']]);
    expect(leading('Query', { ...query, IndexName: 'by-name', KeyConditionExpression: 'gpk = :p' })).toEqual([
      ['PARTNER#1'],
    ]);
    // Not understood, so not to be taken for a query of no key at all.
    expect(leading('Query', { ...query, KeyConditionExpression: 'other = :p' })).not.toEqual([[]]);
    expect(leading('Scan', { TableName })).toEqual([[]]);
  });

  test('the attributes that expressions name', () => {
    const input = {
      TableName,
      Key,
      UpdateExpression: 'SET #n = if_not_exists(#n, :z), address.city = :c ADD version :one',
      ConditionExpression: 'attribute_exists(pk) AND NOT (#d IN (:a, :b)) AND size(tags) > :one',
      ExpressionAttributeNames: { '#n': 'name', '#d': 'deleted-at' },
    };
    const [context] = contexts('dynamodb', 'UpdateItem', input) ?? [];
    expect([...(context?.['dynamodb:attributes'] ?? [])].sort()).toEqual(
      ['pk', 'sk', 'name', 'address', 'version', 'deleted-at', 'tags'].sort(),
    );
  });
});

describe('SQS needs', () => {
  const queue = 'arn:aws:sqs:us-east-1:000000000000:webhooks';
  const QueueUrl = 'http://127.0.0.1:4511/000000000000/webhooks';
  test.each([
    ['SendMessage', 'SendMessage'],
    ['SendMessageBatch', 'SendMessage'],
    ['ReceiveMessage', 'ReceiveMessage'],
    ['DeleteMessage', 'DeleteMessage'],
    ['DeleteMessageBatch', 'DeleteMessage'],
    ['ChangeMessageVisibility', 'ChangeMessageVisibility'],
    ['ChangeMessageVisibilityBatch', 'ChangeMessageVisibility'],
    ['GetQueueAttributes', 'GetQueueAttributes'],
    ['PurgeQueue', 'PurgeQueue'],
  ])('%s: sqs:%s on the queue', (operation, action) => {
    expect(pairs('sqs', operation, { QueueUrl })).toEqual([[`sqs:${action}`, queue]]);
  });

  test('the queue that is asked for by name', () => {
    expect(pairs('sqs', 'GetQueueUrl', { QueueName: 'webhooks' })).toEqual([['sqs:GetQueueUrl', queue]]);
    expect(required('sqs', 'AddPermission', { QueueUrl })).toBeUndefined();
  });
});

describe('the other services need', () => {
  const id = '86be9a55-762d-416a-8026-c2836d044f5f';
  const key = `arn:aws:kms:us-east-1:000000000000:key/${id}`;

  test('the key, which a ciphertext names by itself, with the encryption context', () => {
    const EncryptionContext = { Partner: 'p1', record: 'r1' };
    expect(pairs('kms', 'Encrypt', { KeyId: id })).toEqual([['kms:Encrypt', key]]);
    expect(pairs('kms', 'GenerateDataKey', { KeyId: key })).toEqual([['kms:GenerateDataKey', key]]);
    const CiphertextBlob = seal(id, Buffer.alloc(32), {}, Buffer.from('secret')).toString('base64');
    expect(pairs('kms', 'Decrypt', { CiphertextBlob })).toEqual([['kms:Decrypt', key]]);
    expect(contexts('kms', 'Encrypt', { KeyId: id, EncryptionContext })?.[0]).toMatchObject({
      'kms:encryptioncontext:partner': ['p1'],
      'kms:encryptioncontextkeys': ['Partner', 'record'],
    });
    expect(required('kms', 'ScheduleKeyDeletion', { KeyId: id })).toBeUndefined();
  });

  test('the user pool, and nothing for what is public', () => {
    const pool = 'arn:aws:cognito-idp:us-east-1:000000000000:userpool/us-east-1_abc';
    expect(pairs('cognito-idp', 'AdminCreateUser', { UserPoolId: 'us-east-1_abc' })).toEqual([
      ['cognito-idp:AdminCreateUser', pool],
    ]);
    expect(pairs('cognito-idp', 'InitiateAuth', { ClientId: 'c' })).toEqual([]);
  });

  test('the secret by name or ARN', () => {
    const [named] = pairs('secretsmanager', 'GetSecretValue', { SecretId: 'app-secret' }) ?? [];
    expect(named?.[1]).toMatch(/^arn:aws:secretsmanager:us-east-1:000000000000:secret:app-secret-[A-Za-z0-9]{6}$/);
    expect(pairs('secretsmanager', 'GetSecretValue', { SecretId: named?.[1] })).toEqual([named]);
    expect(required('secretsmanager', 'DeleteSecret', { SecretId: 'app-secret' })).toBeUndefined();
  });

  test.each(['deliver', 'arn:aws:lambda:us-east-1:000000000000:function:deliver', 'deliver:live', 'deliver:$LATEST'])(
    'the function invoked as %s',
    (name) => {
      const path = `/2015-03-31/functions/${encodeURIComponent(name)}/invocations`;
      expect(pairs('lambda', 'Invoke', {}, path)).toEqual([
        [
          'lambda:InvokeFunction',
          `arn:aws:lambda:us-east-1:000000000000:function:${name.slice(name.indexOf('deliver'))}`,
        ],
      ]);
    },
  );
});

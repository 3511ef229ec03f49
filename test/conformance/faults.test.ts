import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { authorizationOf, failureOf } from './asked.ts';
import { bundled } from './bundled.ts';
import { answered, lost, refused, setEnvironment, startFront, type Answer, type Front } from './front.ts';

let front: Front;

beforeAll(async () => {
  front = await startFront(answered({}));
  setEnvironment(front.endpoint);
});
beforeEach(() => {
  front.reset();
});
afterAll(() => {
  front.stop();
});

describe('a call of AWS', () => {
  const it = bundled();
  const get = new it.GetCommand({ TableName: 't', Key: { pk: 'a', sk: 1 } });
  const put = { Put: { TableName: 't', Item: { pk: 'a' } } };
  const open = () => it.openTable('t').client;

  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
  test('is signed over what arrives, the session token and the operation included', async () => {
    await open().send(get);
    const [asked] = front.asked;
    if (asked === undefined) throw new Error('nothing arrived');
    expect(asked.headers['x-amz-target']).toBe('DynamoDB_20120810.GetItem');
    expect(asked.headers['content-type']).toBe('application/x-amz-json-1.0');
    expect(asked.headers.authorization).toMatch(/SignedHeaders=[^,]*host;[^,]*x-amz-security-token;[^,]*x-amz-target/);
    expect(asked.headers.authorization).toBe(await authorizationOf(asked, 'dynamodb'));
  });

  test('is sent with the attributes in the notation of DynamoDB', async () => {
    await open().send(get);
    expect(front.asked[0]?.fields).toEqual({ TableName: 't', Key: { pk: { S: 'a' }, sk: { N: '1' } } });
  });

  // https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html
  const transient: readonly (readonly [string, Answer])[] = [
    ['throttled', refused('ThrottlingException')],
    ['beyond the throughput', refused('ProvisionedThroughputExceededException')],
    ['beyond the request limit', refused('RequestLimitExceeded')],
    ['held by a transaction', refused('TransactionConflictException')],
    ['the repetition of a transaction in progress', refused('TransactionInProgressException')],
    ['answered 500', refused('InternalServerError', {}, 500)],
    [
      'answered 503 by a proxy',
      (response) => {
        response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Service Unavailable</h1>');
      },
    ],
    ['signed too long ago', refused('InvalidSignatureException', { message: 'Signature expired: …' })],
    ['lost', lost],
    [
      'cut off in its answer',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"Item"');
        setImmediate(() => response.destroy());
      },
    ],
  ];

  test.each(transient)('that is %s is repeated', async (_, fault) => {
    front.answers.push(fault, fault, answered({ Item: { pk: { S: 'a' } } }));
    expect(await open().send(get)).toMatchObject({ Item: { pk: 'a' } });
    expect(front.asked).toHaveLength(3);
  });

  test('is made four times at most, and then fails with the last error', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1)
      front.answers.push(refused('ProvisionedThroughputExceededException', { message: `attempt ${attempt}` }));
    expect(await failureOf(open().send(get))).toMatchObject({
      name: 'ProvisionedThroughputExceededException',
      message: 'attempt 4',
      $metadata: { httpStatusCode: 400 },
    });
    expect(front.asked).toHaveLength(4);
  });

  test('that never gets an answer fails with a network error', async () => {
    front.answers.push(lost, lost, lost, lost);
    expect(await failureOf(open().send(get))).toMatchObject({ code: 'ECONNRESET' });
    expect(front.asked).toHaveLength(4);
  });

  // DynamoDB's own InternalServerError has status 500:
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
  test.each(['ValidationException', 'AccessDeniedException', 'ResourceNotFoundException', 'InternalServerError'])(
    'that is refused with %s and status 400 is not repeated',
    async (name) => {
      front.answers.push(refused(name, { message: 'no' }));
      expect(await failureOf(open().send(get))).toMatchObject({ name, message: 'no' });
      expect(front.asked).toHaveLength(1);
    },
  );

  // The standard strategy of the SDK has 500 tokens and takes 14 for a lost call.
  test('is repeated as long as the quota of retries lasts', async () => {
    for (let attempt = 0; attempt < 100; attempt += 1) front.answers.push(lost);
    const client = open();
    await Promise.all(Array.from({ length: 20 }, () => failureOf(client.send(get))));
    expect(front.asked).toHaveLength(20 + Math.floor(500 / 14));
  });

  test('takes a new connection after one died, not another one that was idle as long', async () => {
    const client = open();
    let waiting = 0;
    let release = (): void => undefined;
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const together: Answer = async (response) => {
      waiting += 1;
      if (waiting === 8) release();
      await all;
      response.end('{}');
    };
    for (let call = 0; call < 8; call += 1) front.answers.push(together);
    await Promise.all(Array.from({ length: 8 }, () => client.send(get)));
    front.reset();
    front.loseConnections();
    expect(await client.send(get)).toBeDefined();
    expect(front.asked).toHaveLength(2);
  });

  test('waits while 50 others are on their way', async () => {
    const client = open();
    let waiting = 0;
    let release = (): void => undefined;
    const full = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held: Answer = async (response) => {
      waiting += 1;
      if (waiting === 50) release();
      await full;
      response.end('{}');
    };
    for (let call = 0; call < 60; call += 1) front.answers.push(held);
    await Promise.all(Array.from({ length: 60 }, () => client.send(get)));
    expect(front.asked).toHaveLength(60);
    expect(front.peak()).toBe(50);
  });

  test('ends when it is aborted', async () => {
    const stop = new AbortController();
    front.answers.push(() => {
      stop.abort();
    });
    expect(await failureOf(open().send(get, { abortSignal: stop.signal }))).toMatchObject({ name: 'AbortError' });
    expect(front.asked).toHaveLength(1);
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html#DDB-TransactWriteItems-request-ClientRequestToken
  test('of a transaction is repeated under its token, and another transaction has another one', async () => {
    front.answers.push(lost, answered({}), answered({}));
    const client = open();
    await client.send(new it.TransactWriteCommand({ TransactItems: [put] }));
    await client.send(new it.TransactWriteCommand({ TransactItems: [put] }));
    const [first, again, other] = front.asked.map(({ fields }) => fields['ClientRequestToken']);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test('tells which transaction conflicts in the end', async () => {
    for (let attempt = 0; attempt < 4; attempt += 1) front.answers.push(refused('TransactionConflictException'));
    expect(await failureOf(open().send(get))).toBeInstanceOf(it.TransactionConflictException);
  });

  test('gives what a batch left unprocessed in plain values', async () => {
    const keys = { t: { Keys: [{ pk: { S: 'b' } }], ConsistentRead: true } };
    front.answers.push(answered({ Responses: { t: [{ pk: { S: 'a' } }] }, UnprocessedKeys: keys }));
    const read = await open().send(
      new it.BatchGetCommand({ RequestItems: { t: { Keys: [{ pk: 'a' }, { pk: 'b' }], ConsistentRead: true } } }),
    );
    expect(read.Responses).toEqual({ t: [{ pk: 'a' }] });
    expect(read.UnprocessedKeys).toEqual({ t: { Keys: [{ pk: 'b' }], ConsistentRead: true } });
    expect(front.asked[0]?.fields).toEqual({
      RequestItems: { t: { Keys: [{ pk: { S: 'a' } }, { pk: { S: 'b' } }], ConsistentRead: true } },
    });
    const writes = [{ PutRequest: { Item: { pk: { S: 'a' } } } }, { DeleteRequest: { Key: { pk: { S: 'b' } } } }];
    front.answers.push(answered({ UnprocessedItems: { t: writes } }));
    const plain = [{ PutRequest: { Item: { pk: 'a' } } }, { DeleteRequest: { Key: { pk: 'b' } } }];
    const written = await open().send(new it.BatchWriteCommand({ RequestItems: { t: plain } }));
    expect(written.UnprocessedItems).toEqual({ t: plain });
    expect(front.asked[1]?.fields).toEqual({ RequestItems: { t: writes } });
  });
});

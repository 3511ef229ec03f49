import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openClient } from '../../lambdas/runtime/aws-calls.ts';
import { counting, spend, spent } from '../../lambdas/runtime/spent.ts';

const answers: number[] = [];
const server = createServer((_request, response) => {
  const status = answers.shift() ?? 200;
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': 'asked-aws' });
  response.end(status === 200 ? '{"Plaintext":"aGk="}' : '{"__type":"KMSInternalException"}');
});
const names = ['AWS_REGION', 'AWS_ENDPOINT_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;
const before = names.map((name) => [name, process.env[name]] as const);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  for (const [name, value] of before)
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
});

const decrypt = () => openClient(KMSClient, 'kms').send(new DecryptCommand({ CiphertextBlob: Buffer.from('sealed') }));

test('an invocation counts its calls by service, with what was repeated', async () => {
  answers.push(500, 200, 200);
  const { services, calls } = await counting(async () => {
    await decrypt();
    await decrypt();
    spend({ service: 'platform', operation: 'GET /*', ms: 40 });
    return spent();
  });
  expect(services).toEqual({
    kms: { calls: 2, ms: expect.any(Number), retries: 1 },
    platform: { calls: 1, ms: 40, retries: 0 },
  });
  expect(calls).toMatchObject([
    { call: 'kms Decrypt', attempts: 2 },
    { call: 'kms Decrypt', attempts: 1 },
    { call: 'platform GET /*', ms: 40, attempts: 1 },
  ]);
});

test('a call that fails counts, and no other invocation has it', async () => {
  answers.push(400);
  const failed = await counting(async () => {
    await decrypt().catch(() => undefined);
    return spent();
  });
  expect(failed.services).toMatchObject({ kms: { calls: 1, retries: 0 } });
  const nothing = { services: {}, calls: [] };
  expect(await counting(() => Promise.resolve(spent()))).toEqual(nothing);
  expect(spent()).toEqual(nothing);
});

test('an invocation of a million calls keeps the first hundred, and counts all', async () => {
  const { services, calls } = await counting(() => {
    for (let made = 0; made < 1_000_000; made += 1) spend({ service: 'dynamodb', operation: 'GetItem', ms: 1 });
    return Promise.resolve(spent());
  });
  expect([services['dynamodb']?.calls, calls.length]).toEqual([1_000_000, 100]);
});

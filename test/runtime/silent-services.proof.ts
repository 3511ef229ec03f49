import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLoopbackServer, type LoopbackServer } from '@swift-worker/loopback/server.ts';
import { openClient } from '../../lambdas/runtime/aws-calls.ts';

let server: LoopbackServer;

beforeAll(async () => {
  server = await startLoopbackServer({ port: 0, log: () => undefined, handle: () => new Promise(() => undefined) });
  // Functions get the address of a service in the environment, too.
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${server.port}`,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
});
afterAll(() => server.stop());

// A client without limits would wait until the time limit of the proof.
test('a call of a service that accepts the connection and never answers ends with a timeout', async () => {
  const queue = `http://127.0.0.1:${server.port}/000000000000/queue`;
  const calls = [
    openClient(SQSClient, 'sqs').send(new SendMessageCommand({ QueueUrl: queue, MessageBody: 'x' })),
    openClient(SecretsManagerClient, 'secretsmanager').send(new GetSecretValueCommand({ SecretId: 'x' })),
  ];
  expect(await Promise.allSettled(calls)).toMatchObject([
    { status: 'rejected', reason: { name: 'TimeoutError' } },
    { status: 'rejected', reason: { name: 'TimeoutError' } },
  ]);
});

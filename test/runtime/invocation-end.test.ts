import { CognitoIdentityProviderClient, AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openClient } from '../../lambdas/runtime/aws-calls.ts';
import { openTable } from '../../lambdas/runtime/clients.ts';
import { beyondInvocation } from '../../lambdas/runtime/invocation-end.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import { serve } from '../../lambdas/runtime/serve.ts';
import { root } from '../architecture/planted.ts';
import { invocation } from './invocation.ts';

let server: Server;
let requests = 0;
let arrived = Promise.withResolvers<undefined>();
/** Whether the invocation has ended. */
let isOver = false;
/** Loses the call that came in the invocation: AWS closes the connection of a frozen environment. */
let lose = (): void => undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      requests += 1;
      lose = () => void request.socket.destroy();
      if (isOver) response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
      arrived.resolve(undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
});
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    }),
);
beforeEach(() => {
  [requests, isOver, arrived] = [0, false, Promise.withResolvers()];
});

const write = {
  TransactItems: [
    { Put: { TableName: 'T', Item: { pk: 'a', sk: 'b' }, ConditionExpression: 'attribute_not_exists(pk)' } },
  ],
};
const message = () => ({ QueueUrl: `${process.env['AWS_ENDPOINT_URL'] ?? ''}/queue`, MessageBody: 'x' });

/** A call of each client that a function may open. */
const calls: readonly (readonly [client: string, call: () => Promise<unknown>])[] = [
  ['DynamoDBClient', () => openTable('T').client.send(new TransactWriteCommand(write))],
  ['SQSClient', () => openClient(SQSClient, 'sqs').send(new SendMessageCommand(message()))],
  [
    'KMSClient',
    () => openClient(KMSClient, 'kms').send(new EncryptCommand({ KeyId: 'k', Plaintext: Buffer.from('x') })),
  ],
  [
    'SecretsManagerClient',
    () => openClient(SecretsManagerClient, 'secretsmanager').send(new GetSecretValueCommand({ SecretId: 'x' })),
  ],
  [
    'CognitoIdentityProviderClient',
    () =>
      openClient(CognitoIdentityProviderClient, 'cognito-idp').send(
        new AdminGetUserCommand({ UserPoolId: 'p', Username: 'a@b.example' }),
      ),
  ],
  [
    'SESv2Client',
    () =>
      openClient(SESv2Client, 'ses').send(
        new SendEmailCommand({
          FromEmailAddress: 'a@b.example',
          Destination: { ToAddresses: ['c@d.example'] },
          Content: { Simple: { Subject: { Data: 's' }, Body: { Text: { Data: 't' } } } },
        }),
      ),
  ],
  ['S3Client', () => openClient(S3Client, 's3').send(new PutObjectCommand({ Bucket: 'b', Key: 'k', Body: 'x' }))],
];

test('every client that a function opens is tried here', () => {
  const opened = readdirSync(path.join(root, 'lambdas'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const text = readFileSync(path.join(root, 'lambdas', name), 'utf8');
      return Array.from(text.matchAll(/\bopenClient\((\w+), '[\w-]+'\)/g), ([, client = '']) => client);
    });
  const tried = calls.map(([client]) => client);
  expect(new Set(tried)).toEqual(new Set(opened));
});

const invoke = (work: () => Promise<unknown>): Promise<unknown> =>
  serve(
    logger(() => undefined, {}),
    work,
  )(null, invocation('a')).finally(() => {
    isOver = true;
  });

test.each(calls)('a call of %s that is under way at the end of its invocation is not sent again', async (_, call) => {
  let under: Promise<unknown> = Promise.resolve();
  await invoke(async () => {
    under = call();
    under.catch(() => undefined);
    await arrived.promise;
  });
  lose();
  await expect(under).rejects.toMatchObject({ name: 'AbortError' });
  expect(requests).toBe(1);
});

test.each(calls)('no call of %s begins after its invocation', async (_, call) => {
  const ended = Promise.withResolvers<undefined>();
  let late: Promise<unknown> = Promise.resolve();
  await invoke(() => {
    late = ended.promise.then(call);
    return Promise.resolve();
  });
  ended.resolve(undefined);
  await expect(late).rejects.toThrow('the invocation has ended');
  expect(requests).toBe(0);
});

test('a call ends also with an invocation that fails', async () => {
  let under: Promise<unknown> = Promise.resolve();
  const [[, call]] = [calls[0] ?? ['', () => Promise.resolve()]];
  const failing = invoke(async () => {
    under = call();
    under.catch(() => undefined);
    await arrived.promise;
    throw new Error('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  await expect(under).rejects.toMatchObject({ name: 'AbortError' });
});

test('what an invocation leaves to the next ones goes on', async () => {
  const ended = Promise.withResolvers<undefined>();
  let late: Promise<unknown> = Promise.resolve();
  await invoke(() => {
    late = beyondInvocation(() =>
      ended.promise.then(() => openTable('T').client.send(new TransactWriteCommand(write))),
    );
    return Promise.resolve();
  });
  ended.resolve(undefined);
  await expect(late).resolves.toMatchObject({});
  expect(requests).toBe(1);
});

import { expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { answer } from '../../lambdas/callbacks/answer-callback.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import { eventOf } from '../../tools/harness/connect-request.ts';

const script = path.join(import.meta.dirname, '../../scripts/verify-token.ts');
const tokenFor = (input: string) => spawnSync(process.execPath, [script], { input, encoding: 'utf8' });

const handshake = (token: string): APIGatewayProxyEventV2 =>
  eventOf('GET', '/platform/callback', {
    'hub.mode': 'subscribe',
    'hub.verify_token': token,
    'hub.challenge': 'challenge',
  });

const receiver = {
  appSecret: () => Promise.resolve('the secret of the app'),
  queue: () => Promise.resolve(),
  relay: () => Promise.resolve(0),
  clock: () => 0,
  log: logger(() => undefined, {}),
};

// The AWS command line ends what it prints with a line break.
test.each(['the secret of the app', 'the secret of the app\n'])(
  'the token of a secret opens the handshake: %j',
  async (input) => {
    const { stdout, status } = tokenFor(input);
    expect(status).toBe(0);
    expect(await answer(receiver, handshake(stdout.trim()))).toMatchObject({ statusCode: 200, body: 'challenge' });
  },
);

test('the token of another secret does not', async () => {
  expect(await answer(receiver, handshake(tokenFor('another').stdout.trim()))).toMatchObject({ statusCode: 403 });
});

test('without a secret there is no token', () => {
  expect(tokenFor('')).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('standard input') });
});

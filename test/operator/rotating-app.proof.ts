import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { hubSignature } from '../../lambdas/domain/webhook/signature.ts';
import { appVerifyToken } from '../../lambdas/domain/webhook/app-verify-token.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { startDescribedStack, type DescribedStack } from '../../tools/harness/described-stack.ts';
import { operatedStack } from './operated-stack.ts';
import { clientSettings } from '../../tools/harness/client-settings.ts';

let whole: DescribedStack;
let operated: ReturnType<typeof operatedStack>;
let secrets: SecretsManagerClient;

beforeAll(async () => {
  whole = await startDescribedStack();
  operated = operatedStack(whole);
  secrets = new SecretsManagerClient(clientSettings(whole.stack.description));
});
afterAll(async () => {
  secrets.destroy();
  await whole.stop();
});

/** The status of a callback that is signed with a secret. */
const callback = async (secret: string): Promise<number> => {
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] });
  const { status } = await fetch(whole.stack.description.platform.callback_url, {
    method: 'POST',
    headers: { 'x-hub-signature-256': hubSignature(secret, Buffer.from(body)) },
    body,
  });
  return status;
};

const handshake = async (secret: string): Promise<string> => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': appVerifyToken(secret), 'hub.challenge': '17' };
  const url = `${whole.stack.description.platform.callback_url}?${new URLSearchParams(query).toString()}`;
  return (await fetch(url)).text();
};

const delivery = z.object({ callback: z.object({ delivered: z.boolean() }) });
const platformCalls = async (): Promise<boolean> => {
  const sent = await fetch(whole.stack.description.platform.control_url, {
    method: 'POST',
    body: JSON.stringify({ callback: { object: 'whatsapp_business_account', entry: [] } }),
  });
  return delivery.parse(await sent.json()).callback.delivered;
};

const newSecret = 'the-new-secret-of-the-app';

test('a new secret of the app is in use within a minute, without a deployment', async () => {
  const { platform, outputs } = whole.stack.description;
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/operations/rotating.md'), 'utf8');
  expect(page).toContain('aws secretsmanager put-secret-value --region <region> --secret-id <PlatformAppSecretArn>');
  const SecretId = outputs['PlatformAppSecretArn'];
  const { SecretString: old = '' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  expect(old).toBe(platform.app_secret);
  expect(await operated.connectedInstance('before')).toMatchObject({ waba: expect.stringMatching(/^\d+$/) });
  expect([await callback(old), await callback(newSecret)]).toEqual([200, 401]);

  await operated.platform({ app_secret: newSecret });
  await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: newSecret }));
  await until(
    () => callback(newSecret),
    (status) => status === 200,
  );
  expect(await callback(old)).toBe(401);
  expect(await platformCalls()).toBe(true);
  expect([await handshake(newSecret), await handshake(old)]).toEqual(['17', 'forbidden']);
  let tries = 0;
  await until(
    () => operated.connectedInstance(`after-${String((tries += 1))}`),
    ({ waba }) => waba !== '',
  );
});

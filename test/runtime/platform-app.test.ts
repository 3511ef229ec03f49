import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { platformApp } from '../../lambdas/runtime/platform-app.ts';

let now = 0;
const client = new SecretsManagerClient();
const secrets = mockClient(client);
afterEach(() => {
  secrets.reset();
});

test('the secret is read once a minute, and only when the app is asked for', async () => {
  secrets.on(GetSecretValueCommand, { SecretId: 'arn' }).resolves({ SecretString: 'made' });
  const app = platformApp(client, '17', 'arn', () => now);
  expect(secrets.calls()).toHaveLength(0);
  expect([await app(), await app()]).toEqual([
    { id: '17', secret: 'made' },
    { id: '17', secret: 'made' },
  ]);
  expect(secrets.calls()).toHaveLength(1);
  now += 59_999;
  await app();
  expect(secrets.calls()).toHaveLength(1);
  secrets.on(GetSecretValueCommand, { SecretId: 'arn' }).resolves({ SecretString: 'rotated' });
  now += 1;
  expect(await app()).toEqual({ id: '17', secret: 'rotated' });
});

test('a failed reading is not remembered', async () => {
  secrets.on(GetSecretValueCommand).rejectsOnce(new Error('throttled')).resolves({ SecretString: 'made' });
  const app = platformApp(client, '17', 'arn', () => now);
  await expect(app()).rejects.toThrow('throttled');
  expect(await app()).toEqual({ id: '17', secret: 'made' });
});

test('a stage without an app says which of its values is missing, and reads no secret', async () => {
  const app = platformApp(client, null, 'arn', () => now);
  await expect(app()).rejects.toThrow('the stage has no app at the platform: the stage value platformAppId is not set');
  expect(secrets.calls()).toHaveLength(0);
});

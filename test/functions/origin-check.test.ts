import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { isFromEdge } from '../../lambdas/runtime/origin-check.ts';
import { originSecrets } from '../../lambdas/runtime/origin-secrets.ts';

const client = new SecretsManagerClient({ region: 'eu-west-1' });
const manager = mockClient(client);
let now = 0;

const holds = (current: string, previous?: string): void => {
  manager.reset();
  manager
    .on(GetSecretValueCommand, { SecretId: 'origin', VersionStage: 'AWSCURRENT' })
    .resolves({ SecretString: current });
  const earlier = manager.on(GetSecretValueCommand, { SecretId: 'origin', VersionStage: 'AWSPREVIOUS' });
  // The response of Secrets Manager for a stage that no version has.
  const none = new ResourceNotFoundException({ message: "can't find the specified secret value", $metadata: {} });
  if (previous === undefined) earlier.rejects(none);
  else earlier.resolves({ SecretString: previous });
};

const open = () => originSecrets(client, 'origin', () => now);

beforeEach(() => {
  now = 1_000_000;
  manager.reset();
});

describe('a request is accepted as one from the edge', () => {
  test('when it has the secret, and not with another one or none', async () => {
    holds('one');
    const secrets = open();
    expect(await isFromEdge('one', secrets)).toBe(true);
    expect(await isFromEdge('One', secrets)).toBe(false);
    expect(await isFromEdge('', secrets)).toBe(false);
    expect(await isFromEdge(undefined, secrets)).toBe(false);
  });

  test('when it has the previous secret, which CloudFront sends until it is deployed', async () => {
    holds('two', 'one');
    const secrets = open();
    expect(await isFromEdge('one', secrets)).toBe(true);
    expect(await isFromEdge('two', secrets)).toBe(true);
  });

  test('within a minute of a change of the secret', async () => {
    holds('one');
    const secrets = open();
    expect(await isFromEdge('one', secrets)).toBe(true);
    holds('three', 'two');
    now += 60_000;
    expect(await isFromEdge('three', secrets)).toBe(true);
    expect(await isFromEdge('one', secrets)).toBe(false);
  });
});

test('never, when the secret is empty', async () => {
  holds('', '');
  expect(await isFromEdge('', open())).toBe(false);
});

test('not when the secret could not be read, and the failure is not cached', async () => {
  const secrets = open();
  manager.on(GetSecretValueCommand).rejects(new Error('no network'));
  await expect(isFromEdge('one', secrets)).rejects.toThrow('no network');
  holds('one');
  expect(await isFromEdge('one', secrets)).toBe(true);
});

test('with at most one read of the secret a minute', async () => {
  holds('one');
  const secrets = open();
  await isFromEdge('one', secrets);
  now += 59_999;
  await isFromEdge('guess', secrets);
  expect(manager.commandCalls(GetSecretValueCommand)).toHaveLength(2);
});

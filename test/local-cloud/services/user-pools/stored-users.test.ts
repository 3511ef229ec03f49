import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import {
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { startUserPool, type UserPoolScene } from './scene.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'user-pool-'));
});
afterEach(() => rm(directory, { recursive: true }));

const usersFile = 'us-east-1_sclwurGb6.json';

/** Two users as earlier versions stored them, with their passwords. */
const earlier = {
  Users: {
    'sub-of-ada': {
      Username: 'sub-of-ada',
      Password: 'Correct-horse-9',
      Enabled: true,
      UserStatus: 'CONFIRMED',
      Attributes: [
        { Name: 'email', Value: 'ada@x.example' },
        { Name: 'email_verified', Value: 'true' },
        { Name: 'sub', Value: 'sub-of-ada' },
      ],
      UserCreateDate: '2026-01-15T11:00:00.000Z',
      UserLastModifiedDate: '2026-01-15T11:30:00.000Z',
      RefreshTokens: ['a token'],
    },
    'sub-of-jo': {
      Username: 'sub-of-jo',
      Password: 'Correct-horse-8',
      Enabled: true,
      UserStatus: 'FORCE_CHANGE_PASSWORD',
      Attributes: [
        { Name: 'email', Value: 'jo@x.example' },
        { Name: 'sub', Value: 'sub-of-jo' },
      ],
      UserCreateDate: '2026-01-15T11:00:00.000Z',
      UserLastModifiedDate: '2026-01-15T11:00:00.000Z',
      RefreshTokens: [],
    },
  },
  Options: { Id: 'us-east-1_sclwurGb6', Policies: {} },
};

const signIn = ({ sdk, pool, clientId }: UserPoolScene, USERNAME: string, PASSWORD: string) =>
  sdk.send(
    new AdminInitiateAuthCommand({
      UserPoolId: pool.poolId,
      ClientId: clientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME, PASSWORD },
    }),
  );

const runTwice = async (
  first: (scene: UserPoolScene) => Promise<void>,
  second: (scene: UserPoolScene) => Promise<void>,
) => {
  for (const act of [first, second]) {
    const scene = await startUserPool(directory);
    try {
      await act(scene);
    } finally {
      await scene.stop();
    }
  }
};

it('reads the users of earlier versions, and stores no password any more', async () => {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, usersFile), JSON.stringify(earlier));
  const seen = async (scene: UserPoolScene) => {
    expect(`${scene.pool.poolId}.json`).toBe(usersFile);
    const read = new AdminGetUserCommand({ UserPoolId: scene.pool.poolId, Username: 'Ada@x.example' });
    expect(await scene.sdk.send(read)).toMatchObject({
      Username: 'sub-of-ada',
      UserStatus: 'CONFIRMED',
      UserAttributes: earlier.Users['sub-of-ada'].Attributes,
      UserCreateDate: new Date('2026-01-15T11:00:00Z'),
    });
    expect((await signIn(scene, 'ada@x.example', 'Correct-horse-9')).AuthenticationResult).toBeDefined();
    expect(await signIn(scene, 'jo@x.example', 'Correct-horse-8')).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
    });
  };
  await runTwice(async (scene) => {
    await seen(scene);
    const change = {
      UserPoolId: scene.pool.poolId,
      Username: 'ada@x.example',
      Password: 'Correct-horse-9',
      Permanent: true,
    };
    await scene.sdk.send(new AdminSetUserPasswordCommand(change));
    expect(await readFile(join(directory, usersFile), 'utf8')).not.toContain('Correct-horse');
  }, seen);
});

it('keeps its key, which is of this directory alone', async () => {
  const jwks: object[] = [];
  const keep = ({ pool }: UserPoolScene): Promise<void> => {
    jwks.push(pool.jwks);
    return Promise.resolve();
  };
  await runTwice(keep, keep);
  const elsewhere = await startUserPool();
  await elsewhere.stop();
  expect(jwks[1]).toEqual(jwks[0]);
  expect(elsewhere.pool.jwks).not.toEqual(jwks[0]);
  expect(JSON.stringify(jwks)).not.toMatch(/"(d|p|q)":/);
});

it('shows the key where a verifier for the pool looks for it', async () => {
  const scene = await startUserPool();
  const response = await fetch(`${scene.cognito.signInOrigin}/${scene.pool.poolId}/.well-known/jwks.json`);
  expect(await response.json()).toEqual(scene.pool.jwks);
  await scene.stop();
});

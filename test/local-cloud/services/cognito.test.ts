import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { z } from 'zod';
import type { Services } from '@swift-worker/local-cloud/services/services.ts';
import type { UserPool } from '@swift-worker/local-cloud/services/cognito.ts';
import { clientOptions, runServices } from './running-services.ts';

let services: Services;
let pool: UserPool;
let clientId: string;
const clients: { destroy: () => void }[] = [];
const keep = <C extends { destroy: () => void }>(client: C): C => {
  clients.push(client);
  return client;
};

const redirect = 'http://127.0.0.1:4510/console';
beforeAll(async () => {
  services = await runServices();
  pool = await services.createUserPool('Members', { UsernameAttributes: ['email'], MfaConfiguration: 'OPTIONAL' });
  const client = {
    IdTokenValidity: 5,
    TokenValidityUnits: { IdToken: 'minutes' },
    CallbackURLs: [redirect],
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
  };
  ({ clientId } = await services.createUserPoolClient(pool.poolId, client));
});

afterAll(async () => {
  for (const client of clients) client.destroy();
  await services.stop();
});

const allow = (accessKeyId: string, actions: readonly string[], resources: readonly string[], conditions = {}) => {
  const statements = [{ effect: 'Allow' as const, actions, resources, conditions }];
  services.addPrincipal({ accessKeyId, roleArn: `arn:aws:iam::000000000000:role/${accessKeyId}`, statements });
};

const jwk = z.object({
  kid: z.string(),
  kty: z.literal('RSA'),
  n: z.string(),
  e: z.string(),
  use: z.literal('sig'),
  alg: z.literal('RS256'),
});
const jwks = z.object({ keys: z.array(jwk) });

describe('Cognito', () => {
  const cognito = (accessKeyId = 'root') =>
    keep(new CognitoIdentityProviderClient(clientOptions(services, accessKeyId)));
  const Password = 'Correct-horse-9';
  const create = async (Username: string) => {
    const UserPoolId = pool.poolId;
    await cognito().send(new AdminCreateUserCommand({ UserPoolId, Username, MessageAction: 'SUPPRESS' }));
    await cognito().send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }));
  };
  const verify = async (token: string) => {
    const verifier = CognitoJwtVerifier.create({ userPoolId: pool.poolId, clientId, tokenUse: 'id' });
    verifier.cacheJwks(jwks.parse(pool.jwks));
    return verifier.verify(token);
  };

  test('names the pool and issuer as AWS would, the same each time', async () => {
    expect(pool.poolId).toMatch(/^us-east-1_[A-Za-z0-9]{9}$/);
    expect(pool.issuer).toBe(`https://cognito-idp.us-east-1.amazonaws.com/${pool.poolId}`);
    expect((await services.createUserPool('Another', {})).poolId).not.toBe(pool.poolId);
  });

  test('signs members in with tokens that the verifier for Cognito takes, good for an hour or more', async () => {
    await create('ada@example.com');
    const AuthParameters = { USERNAME: 'ada@example.com', PASSWORD: Password };
    const auth = {
      UserPoolId: pool.poolId,
      ClientId: clientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters,
    } as const;
    const { AuthenticationResult } = await cognito().send(new AdminInitiateAuthCommand(auth));
    for (const token of [AuthenticationResult?.IdToken ?? '', await services.issueToken('ada@example.com')]) {
      const claims = await verify(token);
      expect(claims).toMatchObject({ email: 'ada@example.com', token_use: 'id' });
      expect(claims.exp - claims.iat).toBeGreaterThanOrEqual(3_600);
    }
    await expect(services.issueToken('nobody@example.com')).rejects.toThrow('No user');
    const wrong = { ...auth, AuthParameters: { ...AuthParameters, PASSWORD: 'other' } };
    await expect(cognito().send(new AdminInitiateAuthCommand(wrong))).rejects.toThrow();
  });

  test('finds, refuses to double and deletes users', async () => {
    await create('grace@example.com');
    await expect(create('grace@example.com')).rejects.toMatchObject({ name: 'UsernameExistsException' });
    const list = new ListUsersCommand({ UserPoolId: pool.poolId, Filter: 'email = "grace@example.com"' });
    const { Users = [] } = await cognito().send(list);
    expect(Users).toMatchObject([{ Enabled: true, UserCreateDate: expect.any(Date) }]);
    const remove = new AdminDeleteUserCommand({ UserPoolId: pool.poolId, Username: Users[0]?.Username });
    await cognito().send(remove);
    expect((await cognito().send(list)).Users).toEqual([]);
    await expect(cognito().send(remove)).rejects.toMatchObject({ name: 'UserNotFoundException' });
  });

  // https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-case-sensitivity.html
  test.each([
    [false, 'UsernameExistsException'],
    [true, null],
  ])('compares names with regard to case only in a pool that does so (%s)', async (CaseSensitive, refused) => {
    const { poolId: UserPoolId } = await services.createUserPool(`Cased${String(CaseSensitive)}`, {
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive },
    });
    const add = (Username: string) =>
      cognito().send(
        new AdminCreateUserCommand({
          UserPoolId,
          Username,
          MessageAction: 'SUPPRESS',
          UserAttributes: [{ Name: 'email', Value: Username }],
        }),
      );
    await add('New@X.example');
    const again = await add('new@x.example').then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.name : error),
    );
    expect(again).toBe(refused);
  });

  test('asks for permission on the pool', async () => {
    allow('READER', ['cognito-idp:ListUsers'], [pool.arn]);
    await cognito('READER').send(new ListUsersCommand({ UserPoolId: pool.poolId }));
    const create = new AdminCreateUserCommand({ UserPoolId: pool.poolId, Username: 'x@example.com' });
    const unsigned = await fetch(services.endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers' },
      body: JSON.stringify({ UserPoolId: pool.poolId }),
    });
    expect(await unsigned.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' });
    await expect(cognito('READER').send(create)).rejects.toThrow(
      `cognito-idp:AdminCreateUser on resource: ${pool.arn}`,
    );
  });

  test('signs users in by the managed login, with PKCE', async () => {
    await create('joan@example.com');
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirect,
      response_type: 'code',
      state: 's',
      scope: 'openid',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const login = `${services.signInOrigin}/login?${query.toString()}`;
    const page = await (await fetch(login)).text();
    const [, username = ''] = /value="([^"]+)">joan@example.com</.exec(page) ?? [];
    const body = new URLSearchParams({ username });
    const signIn = await fetch(login, { method: 'POST', body, redirect: 'manual' });
    const code = new URL(signIn.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const exchange = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: redirect,
      code_verifier: verifier,
    });
    const tokens = await fetch(`${services.signInOrigin}/oauth2/token`, { method: 'POST', body: exchange });
    const answer = z.object({ id_token: z.string(), expires_in: z.number() }).parse(await tokens.json());
    expect(await verify(answer.id_token)).toMatchObject({ email: 'joan@example.com' });
    expect(answer.expires_in).toBe(86_400);
  });

  test('offers no administration beside the managed login', async () => {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers',
    };
    const body = JSON.stringify({ UserPoolId: pool.poolId });
    expect(await (await fetch(services.signInOrigin, { method: 'POST', headers, body })).json()).toMatchObject({
      __type: 'AccessDeniedException',
    });
  });
});

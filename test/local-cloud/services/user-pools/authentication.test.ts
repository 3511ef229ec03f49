import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserPasswordCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
  type AuthFlowType,
} from '@aws-sdk/client-cognito-identity-provider';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { z } from 'zod';
import { clientProperties, startUserPool, type UserPoolScene } from './scene.ts';

let scene: UserPoolScene;
beforeAll(async () => {
  scene = await startUserPool();
});
afterAll(() => scene.stop());

const password = 'a long enough password';
const temporary = 'a temporary password';
const create = async (Username: string): Promise<string> => {
  const { User } = await scene.sdk.send(
    new AdminCreateUserCommand({
      UserPoolId: scene.pool.poolId,
      Username,
      MessageAction: 'SUPPRESS',
      TemporaryPassword: temporary,
      UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
    }),
  );
  return User?.Username ?? '';
};
const confirm = async (Username: string): Promise<string> => {
  const name = await create(Username);
  const permanent = { Password: password, Permanent: true };
  await scene.sdk.send(new AdminSetUserPasswordCommand({ UserPoolId: scene.pool.poolId, Username, ...permanent }));
  return name;
};
const signIn = (
  USERNAME: string,
  PASSWORD = password,
  AuthFlow: AuthFlowType = 'ADMIN_USER_PASSWORD_AUTH',
  ClientId = scene.clientId,
) =>
  scene.sdk.send(
    new AdminInitiateAuthCommand({
      UserPoolId: scene.pool.poolId,
      ClientId,
      AuthFlow,
      AuthParameters: { USERNAME, PASSWORD },
    }),
  );
const refresh = (REFRESH_TOKEN: string, ClientId = scene.clientId) =>
  scene.unsigned.send(
    new InitiateAuthCommand({ ClientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN } }),
  );
const newClient = async (ClientName: string, more: object = {}) =>
  (await scene.cognito.createUserPoolClient(scene.pool.poolId, { ...clientProperties, ClientName, ...more })).clientId;

const refused = (name: string, message: string) => ({ name, message });
const notAuthorized = (message: string) => refused('NotAuthorizedException', message);

const jwks = z.object({
  keys: z.array(
    z
      .record(z.string(), z.string())
      .and(z.object({ kid: z.string(), kty: z.literal('RSA'), n: z.string(), e: z.string() })),
  ),
});
/** @param tokenUse of a token that this scene's clock dates */
const verify = (token: string, tokenUse: 'id' | 'access') => {
  const verifier = CognitoJwtVerifier.create({
    userPoolId: scene.pool.poolId,
    clientId: scene.clientId,
    tokenUse,
    graceSeconds: 100 * 365 * 86_400,
  });
  verifier.cacheJwks(jwks.parse(scene.pool.jwks));
  return verifier.verify(token);
};

// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminInitiateAuth.html
describe('signing in by password', () => {
  it('gives tokens with the claims of Cognito, in any case of the address', async () => {
    const Username = await confirm('tokens@x.example');
    const { AuthenticationResult: result, ChallengeName } = await signIn('Tokens@X.example');
    expect(ChallengeName).toBeUndefined();
    expect(result).toMatchObject({ ExpiresIn: 86_400, TokenType: 'Bearer', RefreshToken: expect.any(String) });
    const seconds = scene.now / 1000;
    const common = {
      sub: Username,
      iss: scene.pool.issuer,
      auth_time: seconds,
      iat: seconds,
      exp: seconds + 86_400,
      jti: expect.any(String),
      event_id: expect.any(String),
    };
    // https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
    expect(await verify(result?.IdToken ?? '', 'id')).toEqual({
      ...common,
      aud: scene.clientId,
      token_use: 'id',
      'cognito:username': Username,
      email: 'tokens@x.example',
      email_verified: true,
    });
    // https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
    expect(await verify(result?.AccessToken ?? '', 'access')).toEqual({
      ...common,
      client_id: scene.clientId,
      token_use: 'access',
      username: Username,
      scope: 'aws.cognito.signin.user.admin',
    });
  });

  it('works without credentials by its own flow alone', async () => {
    await confirm('unsigned@x.example');
    const AuthParameters = { USERNAME: 'unsigned@x.example', PASSWORD: password };
    const ask = (AuthFlow: AuthFlowType) =>
      scene.unsigned.send(new InitiateAuthCommand({ ClientId: scene.clientId, AuthFlow, AuthParameters }));
    expect((await ask('USER_PASSWORD_AUTH')).AuthenticationResult?.IdToken).toMatch(/^ey/);
    const unknown = { name: 'InvalidParameterException' };
    await expect(ask('ADMIN_USER_PASSWORD_AUTH')).rejects.toMatchObject(unknown);
    await expect(ask('USER_SRP_AUTH')).rejects.toMatchObject(unknown);
  });

  it('tells a wrong password from a missing user to no client that hides it', async () => {
    await confirm('hidden@x.example');
    const wrong = notAuthorized('Incorrect username or password.');
    await expect(signIn('hidden@x.example', 'other')).rejects.toMatchObject(wrong);
    await expect(signIn('nobody@x.example')).rejects.toMatchObject(wrong);
    const open = await newClient('open', { PreventUserExistenceErrors: 'LEGACY' });
    await expect(signIn('nobody@x.example', password, undefined, open)).rejects.toMatchObject(
      refused('UserNotFoundException', 'User does not exist.'),
    );
  });

  it('is refused to a client without the flow, and to a client of another pool', async () => {
    const without = await newClient('without', { ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'] });
    await expect(signIn('tokens@x.example', password, undefined, without)).rejects.toMatchObject(
      refused('InvalidParameterException', 'Auth flow not enabled for this client'),
    );
    const { poolId } = await scene.cognito.createUserPool('OtherPool', {});
    const { clientId } = await scene.cognito.createUserPoolClient(poolId, clientProperties);
    await expect(signIn('tokens@x.example', password, undefined, clientId)).rejects.toMatchObject(
      refused('ResourceNotFoundException', `User pool client ${clientId} does not exist.`),
    );
  });
});

// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminRespondToAuthChallenge.html
describe('a temporary password', () => {
  const respond = (USERNAME: string, Session: string | undefined, NEW_PASSWORD = password) =>
    scene.sdk.send(
      new AdminRespondToAuthChallengeCommand({
        UserPoolId: scene.pool.poolId,
        ClientId: scene.clientId,
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session,
        ChallengeResponses: { USERNAME, NEW_PASSWORD },
      }),
    );
  const invalid = notAuthorized('Invalid session for the user.');

  it('is answered with a challenge, which a new password ends once', async () => {
    const Username = await create('new@x.example');
    const challenge = await signIn('new@x.example', temporary);
    expect(challenge).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeParameters: {
        USER_ID_FOR_SRP: Username,
        requiredAttributes: '[]',
        userAttributes: JSON.stringify({ email: 'new@x.example', email_verified: 'true' }),
      },
    });
    expect(challenge.AuthenticationResult).toBeUndefined();
    await expect(respond('new@x.example', challenge.Session, 'short')).rejects.toMatchObject({
      name: 'InvalidPasswordException',
    });
    const { AuthenticationResult } = await respond('new@x.example', challenge.Session);
    expect(await verify(AuthenticationResult?.IdToken ?? '', 'id')).toMatchObject({ email: 'new@x.example' });
    await expect(respond('new@x.example', challenge.Session)).rejects.toMatchObject(invalid);
    expect((await signIn('new@x.example')).AuthenticationResult).toBeDefined();
    await expect(signIn('new@x.example', temporary)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  it('can be answered without credentials', async () => {
    await create('browser@x.example');
    const { Session } = await signIn('browser@x.example', temporary);
    const { AuthenticationResult } = await scene.unsigned.send(
      new RespondToAuthChallengeCommand({
        ClientId: scene.clientId,
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session,
        ChallengeResponses: { USERNAME: 'browser@x.example', NEW_PASSWORD: password },
      }),
    );
    expect(AuthenticationResult?.IdToken).toMatch(/^ey/);
  });

  it('has a session for this user and for three minutes', async () => {
    await create('session@x.example');
    const { Session } = await signIn('session@x.example', temporary);
    await expect(respond('browser@x.example', Session)).rejects.toMatchObject(invalid);
    await expect(respond('session@x.example', 'other')).rejects.toMatchObject(invalid);
    scene.now += 180_000;
    await expect(respond('session@x.example', Session)).rejects.toMatchObject(invalid);
  });

  it('expires after the days of the policy, which begin again when it is sent again', async () => {
    await create('late@x.example');
    const resend = new AdminCreateUserCommand({
      UserPoolId: scene.pool.poolId,
      Username: 'late@x.example',
      MessageAction: 'RESEND',
      DesiredDeliveryMediums: ['EMAIL'],
      TemporaryPassword: temporary,
    });
    const expired = notAuthorized('Temporary password has expired and must be reset by an administrator.');
    scene.now += 3 * 86_400_000;
    await expect(signIn('late@x.example', temporary)).rejects.toMatchObject(expired);
    await scene.sdk.send(resend);
    expect(await signIn('late@x.example', temporary)).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED' });
  });
});

// https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-refresh-token.html
describe('a refresh token', () => {
  const invalid = notAuthorized('Invalid Refresh Token');
  const tokenOf = async (email: string, ClientId = scene.clientId): Promise<string> =>
    (await signIn(email, password, undefined, ClientId)).AuthenticationResult?.RefreshToken ?? '';

  it('gives new tokens of the same user, and is kept', async () => {
    await confirm('refresh@x.example');
    const token = await tokenOf('refresh@x.example');
    scene.now += 60_000;
    for (const { AuthenticationResult: result } of [await refresh(token), await refresh(token)]) {
      expect(await verify(result?.IdToken ?? '', 'id')).toMatchObject({
        email: 'refresh@x.example',
        iat: scene.now / 1000,
      });
      expect(result?.RefreshToken).toBeUndefined();
    }
  });

  it('ends by its revocation, and with its time', async () => {
    const [revoked, old] = [await tokenOf('refresh@x.example'), await tokenOf('refresh@x.example')];
    const revoke = new RevokeTokenCommand({ ClientId: scene.clientId, Token: revoked });
    await scene.unsigned.send(revoke);
    await expect(refresh(revoked)).rejects.toMatchObject(invalid);
    // https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_RevokeToken.html
    await scene.unsigned.send(revoke);
    scene.now += 30 * 86_400_000;
    await expect(refresh(old)).rejects.toMatchObject(invalid);
  });

  it('is of its client alone', async () => {
    const token = await tokenOf('refresh@x.example');
    const other = await newClient('other');
    await expect(refresh(token, other)).rejects.toMatchObject(invalid);
    await expect(scene.unsigned.send(new RevokeTokenCommand({ ClientId: other, Token: token }))).rejects.toMatchObject({
      name: 'UnauthorizedException',
    });
    expect((await refresh(token)).AuthenticationResult?.IdToken).toMatch(/^ey/);
  });

  it('ends with the user', async () => {
    await confirm('leaver@x.example');
    const token = await tokenOf('leaver@x.example');
    const Username = 'leaver@x.example';
    await scene.sdk.send(new AdminDeleteUserCommand({ UserPoolId: scene.pool.poolId, Username }));
    await expect(refresh(token)).rejects.toMatchObject(invalid);
  });

  it('is not taken from a client with rotation, which needs another operation', async () => {
    const RefreshTokenRotation = { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 };
    const rotating = await newClient('rotating', { RefreshTokenRotation });
    const token = await tokenOf('refresh@x.example', rotating);
    await expect(refresh(token, rotating)).rejects.toMatchObject(
      refused('InvalidParameterException', 'Auth flow not enabled for this client'),
    );
  });
});

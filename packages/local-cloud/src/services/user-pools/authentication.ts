import { z } from 'zod';
import { AwsError } from '../aws-service.ts';
import { createExpiring } from '../sign-in/expiring.ts';
import type { Directory } from '../sign-in/directory.ts';
import type { Grants } from '../sign-in/grants.ts';
import { invalidParameter, notAuthorized, readInput, userNotFound } from './errors.ts';
import type { Operation } from './operation.ts';
import { hashOf, isPassword, requireAllowed } from './passwords.ts';
import type { Pool, Pools } from './pools.ts';
import type { PoolClient } from './settings.ts';
import { tokenSeconds } from './tokens.ts';
import type { PoolUser } from './users.ts';

const parameters = z.record(z.string(), z.string()).default({});
type Parameters = z.infer<typeof parameters>;
const initiation = z.object({ ClientId: z.string(), AuthFlow: z.string(), AuthParameters: parameters });
const response = z.object({
  ClientId: z.string(),
  ChallengeName: z.string(),
  Session: z.string().default(''),
  ChallengeResponses: parameters,
});
const inPool = z.object({ UserPoolId: z.string() });
const revocation = z.object({ ClientId: z.string(), Token: z.string() });

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html (`AuthSessionValidity`) */
const sessionMilliseconds = 3 * 60_000;
const dayMilliseconds = 86_400_000;

const parameterOf = (given: Parameters, name: string): string => {
  const value = given[name];
  if (value === undefined || value === '') throw invalidParameter(`Missing required parameter ${name}`);
  return value;
};

const flowNotEnabled = (): AwsError => invalidParameter('Auth flow not enabled for this client');

interface Signing {
  readonly pool: Pool;
  readonly client: PoolClient;
}

type Sessions = ReturnType<typeof createExpiring<{ readonly clientId: string; readonly username: string }>>;

interface Flows {
  readonly issue: Directory['issue'];
  readonly grants: Grants;
  readonly sessions: Sessions;
  readonly now: () => number;
}

const result = async (
  issue: Directory['issue'],
  { clientId }: PoolClient,
  username: string,
  refreshToken: string | undefined,
  refusal: AwsError,
): Promise<object> => {
  const tokens = await issue(clientId, username);
  if (tokens === undefined) throw refusal;
  return {
    ChallengeParameters: {},
    AuthenticationResult: {
      AccessToken: tokens.accessToken,
      IdToken: tokens.idToken,
      RefreshToken: refreshToken,
      ExpiresIn: tokenSeconds,
      TokenType: 'Bearer',
    },
  };
};

const signedIn = ({ issue, grants }: Flows, { client }: Signing, { Username }: PoolUser): Promise<object> =>
  result(issue, client, Username, grants.start(client, Username), notAuthorized('User is disabled.'));

const challenge = ({ sessions, now }: Flows, { client }: Signing, user: PoolUser): object => ({
  ChallengeName: 'NEW_PASSWORD_REQUIRED',
  Session: sessions.add({ clientId: client.clientId, username: user.Username }, now() + sessionMilliseconds),
  ChallengeParameters: {
    USER_ID_FOR_SRP: user.Username,
    requiredAttributes: '[]',
    userAttributes: JSON.stringify(
      Object.fromEntries(user.Attributes.filter(({ Name }) => Name !== 'sub').map(({ Name, Value }) => [Name, Value])),
    ),
  },
});

const byPassword = async (flows: Flows, signing: Signing, given: Parameters): Promise<object> => {
  const { pool, client } = signing;
  const name = parameterOf(given, 'USERNAME');
  const password = parameterOf(given, 'PASSWORD');
  const wrong = notAuthorized('Incorrect username or password.');
  const user = pool.users.find(name);
  if (user === undefined) throw client.hidesUsers ? wrong : userNotFound();
  if (user.PasswordHash === null || !(await isPassword(password, user.PasswordHash))) throw wrong;
  if (!user.Enabled) throw notAuthorized('User is disabled.');
  if (user.UserStatus === 'CONFIRMED') return signedIn(flows, signing, user);
  const days = pool.settings.passwords.TemporaryPasswordValidityDays;
  if (user.PasswordDate.getTime() + days * dayMilliseconds <= flows.now()) {
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
  }
  return challenge(flows, signing, user);
};

const byRefreshToken = ({ issue, grants }: Flows, { client }: Signing, given: Parameters): Promise<object> => {
  const invalid = notAuthorized('Invalid Refresh Token');
  const granted = grants.refresh(client, parameterOf(given, 'REFRESH_TOKEN'));
  if (granted === undefined) throw invalid;
  return result(issue, client, granted.username, granted.refreshToken, invalid);
};

/** @param passwordFlow the flow by password that the operation has */
const initiate = (
  flows: Flows,
  signing: Signing,
  passwordFlow: string,
  flow: string,
  given: Parameters,
): Promise<object> => {
  const { client } = signing;
  const requireFlow = (name: string): void => {
    if (!client.flows.has(`ALLOW_${name}`)) throw flowNotEnabled();
  };
  switch (flow) {
    case passwordFlow:
      requireFlow(flow);
      return byPassword(flows, signing, given);
    case 'REFRESH_TOKEN':
    case 'REFRESH_TOKEN_AUTH':
      requireFlow('REFRESH_TOKEN_AUTH');
      // https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-refresh-token.html
      if (client.graceMilliseconds !== null) throw flowNotEnabled();
      return byRefreshToken(flows, signing, given);
    case 'ADMIN_USER_PASSWORD_AUTH':
    case 'USER_PASSWORD_AUTH':
      throw invalidParameter('Initiate Auth method not supported.');
    default:
      throw invalidParameter(`The local cloud does not offer the flow ${flow}`);
  }
};

const respond = async (
  flows: Flows,
  signing: Signing,
  { ChallengeName, Session, ChallengeResponses }: z.infer<typeof response>,
) => {
  if (ChallengeName !== 'NEW_PASSWORD_REQUIRED') {
    throw invalidParameter(`The local cloud does not offer the challenge ${ChallengeName}`);
  }
  const { pool, client } = signing;
  const { sessions, now } = flows;
  const name = parameterOf(ChallengeResponses, 'USERNAME');
  const password = parameterOf(ChallengeResponses, 'NEW_PASSWORD');
  const session = sessions.get(Session);
  const user = pool.users.find(name);
  if (session?.clientId !== client.clientId || session.username !== user?.Username) {
    throw notAuthorized('Invalid session for the user.');
  }
  requireAllowed(password, pool.settings.passwords);
  const PasswordHash = await hashOf(password);
  // It may have been used meanwhile.
  if (sessions.take(Session) === undefined) throw notAuthorized('Invalid session for the user.');
  const date = new Date(now());
  const confirmed = {
    ...pool.users.get(session.username),
    PasswordHash,
    PasswordDate: date,
    UserLastModifiedDate: date,
  };
  await pool.users.replace({ ...confirmed, UserStatus: 'CONFIRMED' });
  return signedIn(flows, signing, confirmed);
};

/**
 * Signing in by the API, and the end of it.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow-methods.html
 * @param issue new tokens of a user @param now milliseconds since the epoch
 */
export const authentication = (
  pools: Pools,
  issue: Directory['issue'],
  grants: Grants,
  now: () => number,
): Readonly<Record<string, Operation>> => {
  const flows: Flows = { issue, grants, sessions: createExpiring(now), now };

  return {
    InitiateAuth: async (input) => {
      const { ClientId, AuthFlow, AuthParameters } = readInput(initiation, input);
      return initiate(flows, pools.getClient(ClientId), 'USER_PASSWORD_AUTH', AuthFlow, AuthParameters);
    },
    AdminInitiateAuth: async (input) => {
      const { ClientId, UserPoolId, AuthFlow, AuthParameters } = readInput(initiation.and(inPool), input);
      return initiate(
        flows,
        pools.getClient(ClientId, UserPoolId),
        'ADMIN_USER_PASSWORD_AUTH',
        AuthFlow,
        AuthParameters,
      );
    },
    RespondToAuthChallenge: async (input) => {
      const asked = readInput(response, input);
      return respond(flows, pools.getClient(asked.ClientId), asked);
    },
    AdminRespondToAuthChallenge: async (input) => {
      const asked = readInput(response.and(inPool), input);
      return respond(flows, pools.getClient(asked.ClientId, asked.UserPoolId), asked);
    },
    // https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_RevokeToken.html
    RevokeToken: async (input) => {
      const { ClientId, Token } = readInput(revocation, input);
      const { client } = pools.getClient(ClientId);
      if (!client.revokesTokens) throw new AwsError('UnsupportedOperationException', 'Revoke token is not enabled');
      if (!grants.revoke(client, Token)) throw new AwsError('UnauthorizedException', 'Not authorized');
      return Promise.resolve({});
    },
  };
};

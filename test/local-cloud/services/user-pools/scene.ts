import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { startCognito, type Cognito, type UserPool } from '@swift-worker/local-cloud/services/cognito.ts';
import { errorAnswer } from '@swift-worker/local-cloud/services/aws-errors.ts';
import { AwsError, type AwsAnswer, type AwsRequest } from '@swift-worker/local-cloud/services/aws-service.ts';
import { readRequest } from '@swift-worker/local-cloud/services/gateway-request.ts';
import { startLoopbackServer } from '@swift-worker/loopback/server.ts';

/** The client may sign users in by password and by refresh token. */
export const clientProperties = {
  ClientName: 'app',
  ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  PreventUserExistenceErrors: 'ENABLED',
};

const poolProperties = {
  UsernameAttributes: ['email'],
  UsernameConfiguration: { CaseSensitive: false },
  Policies: { PasswordPolicy: { MinimumLength: 15, TemporaryPasswordValidityDays: 3 } },
  Schema: [{ Name: 'email', Required: true, Mutable: true }, { Name: 'team' }],
};

export interface UserPoolScene {
  readonly cognito: Cognito;
  readonly pool: UserPool;
  readonly clientId: string;
  /** AWS's own client, of the API with credentials. */
  readonly sdk: CognitoIdentityProviderClient;
  /** AWS's own client, of the API without credentials, at the port of the managed login. */
  readonly unsigned: CognitoIdentityProviderClient;
  /** Milliseconds since the epoch. */
  now: number;
  stop(): Promise<void>;
}

const answerOf = async (cognito: Cognito, request: AwsRequest): Promise<AwsAnswer> => {
  try {
    return await cognito.handle(request);
  } catch (error) {
    if (error instanceof AwsError) return errorAnswer('cognito-idp', error);
    throw error;
  }
};

/** A user pool with a clock of its own. @param directory undefined: in memory */
export const startUserPool = async (directory?: string): Promise<UserPoolScene> => {
  const clock = { now: Date.parse('2026-01-15T12:00:00Z') };
  const log = (): undefined => undefined;
  const cognito = await startCognito({ directory, port: 0, log, now: () => clock.now });
  const server = await startLoopbackServer({
    port: 0,
    log,
    handle: async (incoming, response) => {
      const signed = await readRequest(incoming);
      if (signed === undefined) throw new Error('The request names no service');
      const { status, headers, body } = await answerOf(cognito, signed.request);
      response.writeHead(status, headers).end(body);
    },
  });
  const pool = await cognito.createUserPool('UserPool', poolProperties);
  const { clientId } = await cognito.createUserPoolClient(pool.poolId, clientProperties);
  const options = { region: 'us-east-1', credentials: { accessKeyId: 'root', secretAccessKey: 'secret' } };
  const sdk = new CognitoIdentityProviderClient({ ...options, endpoint: `http://127.0.0.1:${server.port}` });
  const unsigned = new CognitoIdentityProviderClient({ ...options, endpoint: cognito.signInOrigin });
  return Object.assign(clock, {
    cognito,
    pool,
    clientId,
    sdk,
    unsigned,
    stop: async () => {
      sdk.destroy();
      unsigned.destroy();
      await server.stop();
      await cognito.stop();
    },
  });
};

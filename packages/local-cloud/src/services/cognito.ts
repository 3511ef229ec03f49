import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { startLoopbackServer, type Log } from '@swift-worker/loopback/server.ts';
import { z } from 'zod';
import { AwsError, jsonAnswer, type AwsService } from './aws-service.ts';
import { jsonFile, type JsonFile } from './json-file.ts';
import { region, userPoolArn } from './names.ts';
import type { Directory } from './sign-in/directory.ts';
import { createGrants } from './sign-in/grants.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import { administration, type Mailer } from './user-pools/administration.ts';
import { authentication } from './user-pools/authentication.ts';
import { listUsers } from './user-pools/list-users.ts';
import type { Operation, Operations } from './user-pools/operation.ts';
import { createPools, type Pool, type Pools } from './user-pools/pools.ts';
import { answerPublicly } from './user-pools/public-endpoint.ts';
import { readClient, readPool, type PoolSettings } from './user-pools/settings.ts';
import { openSigningKey } from './user-pools/signing-key.ts';
import { signInDirectory } from './user-pools/sign-in-directory.ts';
import { issueTokensBy } from './user-pools/tokens.ts';
import { attributeOf, openUsers } from './user-pools/users.ts';

export interface Cognito {
  readonly handle: AwsService;
  /** `http://127.0.0.1:PORT`, where `/oauth2/authorize` and `/oauth2/token` are: the managed login. */
  readonly signInOrigin: string;
  /** A logical id always has the same pool. */
  readonly createUserPool: (logicalId: string, properties: unknown) => Promise<UserPool>;
  readonly createUserPoolClient: (poolId: string, properties: unknown) => Promise<{ clientId: string }>;
  /** A new ID token of the user with this e-mail address. @throws Error when there is no such user */
  readonly issueToken: (email: string) => Promise<string>;
  /** Refuses the mails from now on, as Cognito does; null: sends them again. */
  readonly refuseMails: (refusal: MailRefusal | null) => void;
  /** The newest mails since the start, newest first. */
  readonly sentMails: () => readonly SentMail[];
  stop(): Promise<void>;
}

/** A mail to a user, without its content: that has a temporary password. */
export interface SentMail {
  readonly to: string;
  /** ISO 8601 */
  readonly at: string;
}

/** `daily_limit`: Cognito's own sender has sent the mails of the day. `delivery`: SES refuses the sender. */
export const mailRefusals = ['daily_limit', 'delivery'] as const;
export type MailRefusal = (typeof mailRefusals)[number];

const errorsOfMails: Readonly<Record<MailRefusal, readonly [string, string]>> = {
  daily_limit: [
    'LimitExceededException',
    'Exceeded daily email limit for the operation or the account. If a higher limit is required, please configure your user pool to use your own Amazon SES configuration for sending email.',
  ],
  delivery: ['CodeDeliveryFailureException', 'Email address is not verified.'],
};

const keptMails = 20;

export interface UserPool {
  readonly poolId: string;
  readonly arn: string;
  /** The issuer of its tokens, in the form of AWS, so that a verifier for Cognito accepts them. */
  readonly issuer: string;
  readonly jwks: object;
}

interface CognitoOptions {
  /** Undefined: in memory. */
  readonly directory: string | undefined;
  /** 0: any free port. */
  readonly port: number;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const issuerOf = (poolId: string): string => `https://cognito-idp.${region}.amazonaws.com/${poolId}`;

/** Letters and digits that derive from the name. */
const identifier = (name: string, length: number): string =>
  createHash('sha512').update(name).digest('base64').replace(/[+/=]/g, '').slice(0, length);

const clientName = z.object({ ClientName: z.string().optional() });

const postOffice = (now: () => number) => {
  const mails: SentMail[] = [];
  let refusal: MailRefusal | null = null;
  const refuse = (asked: MailRefusal): void => {
    if (refusal === asked) throw new AwsError(...errorsOfMails[asked]);
  };
  const mailer: Mailer = {
    begin: () => {
      refuse('daily_limit');
    },
    send: (to) => {
      refuse('delivery');
      mails.unshift({ to, at: new Date(now()).toISOString() });
      mails.splice(keptMails);
    },
  };
  return {
    mailer,
    mails,
    refuseMails: (asked: MailRefusal | null): void => {
      refusal = asked;
    },
  };
};

const performing =
  (offered: ReadonlyMap<string, Operation>): Operations =>
  async (name, input) => {
    const operation = offered.get(name);
    if (operation === undefined) {
      throw new AwsError('UnknownOperationException', `The local cloud does not offer cognito-idp:${name}`);
    }
    return operation(input);
  };

const tokenOf = async (pools: Pools, issue: Directory['issue'], email: string): Promise<string> => {
  for (const { clients, users } of pools.all()) {
    const [client] = clients;
    const user = users.all().find((one) => attributeOf(one, 'email') === email);
    const tokens = client && user && (await issue(client.clientId, user.Username));
    if (tokens !== undefined) return tokens.idToken;
  }
  throw new Error('No user has this e-mail address');
};

const keepPool = async (pools: Pools, poolId: string, settings: PoolSettings, file: JsonFile): Promise<void> => {
  const known = pools.find(poolId);
  if (known === undefined) {
    const pool: Pool = {
      poolId,
      settings,
      clients: [],
      users: await openUsers(file, () => pool.settings),
    };
    pools.add(pool);
  } else {
    // Another version of the template. It creates its clients next.
    known.settings = settings;
    known.clients = [];
  }
};

/** User pools, their API and their managed login. A group, a trigger and a second factor are not supported. */
export const startCognito = async ({ directory, port, log, now }: CognitoOptions): Promise<Cognito> => {
  const fileOf = (name: string): JsonFile =>
    jsonFile(directory === undefined ? undefined : join(directory, `${name}.json`));
  const key = await openSigningKey(fileOf('signing-key'));
  const pools = createPools();
  const grants = createGrants(now);
  const { mailer, mails, refuseMails } = postOffice(now);
  const issueTokens = issueTokensBy(key, now);
  const issue: Directory['issue'] = (clientId, username) => {
    const found = pools.findClient(clientId);
    const user = found?.pool.users.find(username);
    if (found === undefined || user?.Enabled !== true) return Promise.resolve(undefined);
    return Promise.resolve(issueTokens(issuerOf(found.pool.poolId), clientId, user));
  };
  const offered = new Map<string, Operation>(
    Object.entries({
      ...administration(pools, mailer, now),
      ...authentication(pools, issue, grants, now),
      ListUsers: listUsers(pools),
    }),
  );
  const operations = performing(offered);
  const signIn = createSignIn(signInDirectory(pools, issue), grants, now);
  const hosted = await startLoopbackServer({
    port,
    log,
    handle: async (request, response) => {
      if (!(await signIn(request, response))) await answerPublicly(operations, key.jwks, request, response);
    },
  });

  return {
    signInOrigin: `http://127.0.0.1:${hosted.port}`,
    handle: async ({ operation, input }) => jsonAnswer(await operations(operation, input)),
    createUserPool: async (logicalId, properties) => {
      const poolId = `${region}_${identifier(logicalId, 9)}`;
      const settings = readPool(properties);
      await keepPool(pools, poolId, settings, fileOf(poolId));
      return { poolId, arn: userPoolArn(poolId), issuer: issuerOf(poolId), jwks: key.jwks };
    },
    createUserPoolClient: (poolId, properties) => {
      const pool = pools.get(poolId);
      const { ClientName = pool.clients.length } = clientName.parse(properties);
      const clientId = identifier(`${poolId} ${ClientName}`, 26).toLowerCase();
      pool.clients = [...pool.clients, readClient(poolId, clientId, properties)];
      return Promise.resolve({ clientId });
    },
    issueToken: (email) => tokenOf(pools, issue, email),
    refuseMails,
    sentMails: () => mails,
    stop: hosted.stop,
  };
};

import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CognitoError } from 'cognito-local/lib/errors.js';
import { DefaultConfig } from 'cognito-local/lib/server/config.js';
import { Router } from 'cognito-local/lib/server/Router.js';
import { createServer } from 'cognito-local/lib/server/server.js';
import { CognitoServiceFactoryImpl, USER_POOL_AWS_DEFAULTS } from 'cognito-local/lib/services/cognitoService.js';
import { DateClock } from 'cognito-local/lib/services/clock.js';
import type { Services as CognitoServices } from 'cognito-local/lib/services/index.js';
import { JwtTokenGenerator } from 'cognito-local/lib/services/tokenGenerator.js';
import { UserPoolServiceFactoryImpl } from 'cognito-local/lib/services/userPoolService.js';
import { startLoopbackServer, type Log } from '@swift-worker/loopback/server.ts';
import { z } from 'zod';
import { AwsError, jsonAnswer, type AwsService } from './aws-service.ts';
import { cognitoStores } from './cognito-store.ts';
import { mailAgain, resending } from './cognito-mails.ts';
import { sameNames } from './cognito-names.ts';
import { cognitoUsers } from './cognito-users.ts';
import { publicCognitoOperations } from './iam/required-access.ts';
import { region, userPoolArn } from './names.ts';
import type { SignInClient } from './sign-in/directory.ts';
import { createSignIn } from './sign-in/sign-in.ts';

export interface Cognito {
  readonly handle: AwsService;
  /** `http://127.0.0.1:PORT`, where `/oauth2/authorize` and `/oauth2/token` are: the managed login. */
  readonly signInOrigin: string;
  /** A logical id always has the same pool. */
  readonly createUserPool: (logicalId: string, properties: unknown) => Promise<UserPool>;
  readonly createUserPoolClient: (poolId: string, properties: unknown) => Promise<{ clientId: string }>;
  /** A new ID token of the user with this e-mail address. @throws Error when there is no such user */
  readonly issueToken: (email: string) => Promise<string>;
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

const keptMails = 20;

export interface UserPool {
  readonly poolId: string;
  readonly arn: string;
  /** The issuer of its tokens, in the form of AWS, so that a verifier for Cognito accepts them. */
  readonly issuer: string;
  readonly jwks: object;
}

const issuerDomain = `https://cognito-idp.${region}.amazonaws.com`;

const attributeNames = z.array(z.string()).optional();
/** The properties of `AWS::Cognito::UserPool` that cognito-local supports, without multi-factor authentication. */
const poolProperties = z.object({
  UserPoolName: z.string().optional(),
  UsernameAttributes: attributeNames,
  AliasAttributes: attributeNames,
  AutoVerifiedAttributes: attributeNames,
  UsernameConfiguration: z.object({ CaseSensitive: z.boolean() }).optional(),
  Schema: z
    .array(z.object({ Name: z.string(), AttributeDataType: z.string().optional(), Mutable: z.boolean().optional() }))
    .default([]),
});
/** Properties of `AWS::Cognito::UserPoolClient`, without the validity of tokens. So ID tokens are valid for a day. */
const clientProperties = z.object({
  ClientName: z.string().optional(),
  AllowedOAuthFlows: attributeNames,
  AllowedOAuthFlowsUserPoolClient: z.boolean().optional(),
  AllowedOAuthScopes: attributeNames,
  CallbackURLs: attributeNames,
  LogoutURLs: attributeNames,
  ExplicitAuthFlows: attributeNames,
});

const minutesIn = { seconds: 1 / 60, minutes: 1, hours: 60, days: 1440 } as const;
/** The defaults are those of Cognito. */
const signInProperties = z
  .object({
    CallbackURLs: z.array(z.string()).default([]),
    LogoutURLs: z.array(z.string()).default([]),
    RefreshTokenValidity: z.number().default(30),
    TokenValidityUnits: z
      .object({ RefreshToken: z.enum(['seconds', 'minutes', 'hours', 'days']).default('days') })
      .default({ RefreshToken: 'days' }),
    RefreshTokenRotation: z
      .object({ Feature: z.enum(['ENABLED', 'DISABLED']), RetryGracePeriodSeconds: z.number().default(0) })
      .optional(),
  })
  .transform(({ CallbackURLs, LogoutURLs, RefreshTokenValidity, TokenValidityUnits, RefreshTokenRotation }) => ({
    callbackUrls: CallbackURLs,
    logoutUrls: LogoutURLs,
    refreshMilliseconds: RefreshTokenValidity * minutesIn[TokenValidityUnits.RefreshToken] * 60_000,
    graceMilliseconds:
      RefreshTokenRotation?.Feature === 'ENABLED' ? RefreshTokenRotation.RetryGracePeriodSeconds * 1000 : null,
  }));

interface CognitoOptions {
  /** Undefined: in memory. */
  readonly directory: string | undefined;
  /** 0: any free port. */
  readonly port: number;
  readonly log: Log;
}

export const startCognito = async (options: CognitoOptions): Promise<Cognito> => {
  const context = { logger: silentLogger() };
  const mails: SentMail[] = [];
  const services = await wire(options.directory, context, (mail) => {
    mails.unshift(mail);
    mails.splice(keptMails);
  });
  const route = Router(services);
  const server = createServer(
    // Its port requires no credentials, so it offers only what AWS offers to clients without credentials.
    (operation) =>
      publicCognitoOperations.has(operation)
        ? route(operation)
        : () => Promise.reject(new CognitoError('AccessDeniedException', operation)),
    context.logger,
    { https: false },
  );
  const application: unknown = server.application;
  if (!isListener(application)) throw new Error('cognito-local has no application');
  const clients = new Map<string, SignInClient[]>();
  /** The pools whose names are compared without regard to case. */
  const anyCase = new Set<string>();
  const users = cognitoUsers(services, context);
  const directory = {
    clients: () => [...clients.values()].flat(),
    users: users.list,
    issue: async (clientId: string, username: string) => {
      const tokens = await users.issue(clientId, username);
      if (tokens !== undefined) await users.signedIn(clientId, username);
      return tokens;
    },
  };
  const signIn = createSignIn(directory, () => services.clock.get().getTime());
  const hosted = await startLoopbackServer({
    port: options.port,
    log: options.log,
    handle: async (request, response) => {
      if (!(await signIn(request, response))) application(request, response);
    },
  });

  return {
    signInOrigin: `http://127.0.0.1:${hosted.port}`,
    handle: async ({ operation, input }) => {
      try {
        const named = sameNames(input, anyCase);
        const asked = resending.safeParse(named);
        if (operation === 'AdminCreateUser' && asked.success)
          return jsonAnswer(await mailAgain(services, context, asked.data));
        const output: unknown = await route(operation)(context, named);
        return jsonAnswer(output);
      } catch (error) {
        if (error instanceof CognitoError) throw new AwsError(error.code, error.message);
        throw new AwsError('UnknownOperationException', error instanceof Error ? error.message : 'it failed');
      }
    },
    createUserPool: async (logicalId, properties) => {
      const { UserPoolName, Schema, UsernameConfiguration, ...rest } = poolProperties.parse(properties);
      const poolId = `${region}_${identifier(logicalId, 9)}`;
      if (UsernameConfiguration?.CaseSensitive === false) anyCase.add(poolId);
      const now = services.clock.get();
      const custom = Schema.filter(({ Name }) => !standardAttributes.has(Name)).map((attribute) => ({
        ...{ AttributeDataType: 'String', Mutable: true, ...attribute },
        Name: `custom:${attribute.Name}`,
      }));
      const pool = {
        ...USER_POOL_AWS_DEFAULTS,
        ...rest,
        Id: poolId,
        Arn: userPoolArn(poolId),
        Name: UserPoolName ?? logicalId,
        CreationDate: now,
        LastModifiedDate: now,
        SchemaAttributes: [...(USER_POOL_AWS_DEFAULTS.SchemaAttributes ?? []), ...custom],
      };
      await services.cognito.createUserPool(context, pool);
      // A pool of an earlier run has the options of then.
      await (await services.cognito.getUserPool(context, poolId)).updateOptions(context, pool);
      clients.set(poolId, []);
      return { poolId, arn: userPoolArn(poolId), issuer: `${issuerDomain}/${poolId}`, jwks: publicKeys() };
    },
    createUserPoolClient: async (poolId, properties) => {
      const { ClientName, ...rest } = clientProperties.parse(properties);
      const known = clients.get(poolId) ?? [];
      const clientId = identifier(`${poolId} ${ClientName ?? known.length}`, 26).toLowerCase();
      const pool = await services.cognito.getUserPool(context, poolId);
      const now = services.clock.get();
      await pool.saveAppClient(context, {
        ...rest,
        UserPoolId: poolId,
        ClientId: clientId,
        ClientName: ClientName ?? clientId,
        CreationDate: now,
        LastModifiedDate: now,
      });
      clients.set(poolId, [...known, { clientId, ...signInProperties.parse(properties) }]);
      return { clientId };
    },
    issueToken: async (email) => {
      for (const [client] of clients.values()) {
        if (client === undefined) continue;
        const { clientId } = client;
        const user = (await users.list(clientId)).find((one) => one.email === email);
        const tokens = user === undefined ? undefined : await users.issue(clientId, user.username);
        if (tokens !== undefined) return tokens.idToken;
      }
      throw new Error('No user has this e-mail address');
    },
    sentMails: () => mails,
    stop: hosted.stop,
  };
};

type Logger = Parameters<typeof createServer>[1];

/** Like cognito-local's own start, without the AWS SDK that its triggers need. */
const wire = async (
  directory: string | undefined,
  context: { logger: Logger },
  sent: (mail: SentMail) => void,
): Promise<CognitoServices> => {
  const clock = new DateClock();
  const stores = cognitoStores(directory);
  const pools = new UserPoolServiceFactoryImpl(clock, stores);
  // It searches for pools there. The pools are created again at each start, and find their data by their id.
  const empty = await mkdtemp(join(tmpdir(), 'cognito-'));
  const cognito = await new CognitoServiceFactoryImpl(empty, stores, pools).create(context, USER_POOL_AWS_DEFAULTS);
  await rm(empty, { recursive: true });
  const noTrigger = (): Promise<never> => Promise.reject(new Error('there are no triggers'));
  const triggers = {
    enabled: () => false,
    customMessage: noTrigger,
    customEmailSender: noTrigger,
    postAuthentication: noTrigger,
    postConfirmation: noTrigger,
    preSignUp: noTrigger,
    preTokenGeneration: noTrigger,
    userMigration: noTrigger,
  };
  const tokens = { IssuerDomain: issuerDomain };
  return {
    clock,
    cognito,
    triggers,
    // No mail leaves the machine. The console lists them.
    messages: {
      deliver: (_context, _source, _client, _pool, _user, _code, _metadata, { Destination: to }) => {
        sent({ to, at: clock.get().toISOString() });
        return Promise.resolve();
      },
    },
    otp: () => '000000',
    tokenGenerator: new JwtTokenGenerator(clock, triggers, tokens),
    config: { ...DefaultConfig, TokenConfig: tokens },
  };
};

const standardAttributes: ReadonlySet<string> = new Set(
  (USER_POOL_AWS_DEFAULTS.SchemaAttributes ?? []).flatMap(({ Name }) => Name ?? []),
);

/** Letters and digits that derive from the name. */
const identifier = (name: string, length: number): string =>
  createHash('sha512').update(name).digest('base64').replace(/[+/=]/g, '').slice(0, length);

/** cognito-local's key pair is the same on every machine, so its tokens prove nothing elsewhere. */
const publicKeys = (): object => {
  const key: unknown = require('cognito-local/lib/keys/cognitoLocal.public.json');
  return { keys: [z.object({ jwk: z.record(z.string(), z.string()) }).parse(key).jwk] };
};

const require = createRequire(import.meta.url);

/** Silent, because its log would name users. It only accepts a logger of pino, its own dependency. */
const silentLogger = (): Logger => {
  const pino: unknown = createRequire(require.resolve('cognito-local'))('pino');
  if (!isPino(pino)) throw new Error('cognito-local has no pino');
  return pino({ level: 'silent' });
};

const isListener = (value: unknown): value is RequestListener => typeof value === 'function';

const isPino = (value: unknown): value is (options: { level: 'silent' }) => Logger => typeof value === 'function';

import { randomBytes } from 'node:crypto';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { rateLimits } from '../domain/rate.ts';
import { openClient } from '../runtime/aws-calls.ts';
import { openTable, openVault } from '../runtime/clients.ts';
import { newId, systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { deadLetterQueue } from '../runtime/dead-letters.ts';
import { readEnvironment, readOptional } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { memberPool } from '../runtime/member-pool.ts';
import { openPlatform, whileABrowserWaits } from '../runtime/platform.ts';
import { platformAppSecret } from '../runtime/platform-app.ts';
import { readQueueUrls } from '../runtime/queue-urls.ts';
import { serve } from '../runtime/serve.ts';
import { readSignUp } from '../runtime/sign-up.ts';
import { answerUrl } from './answer-url.ts';
import { commands } from './commands.ts';
import type { AppSettings } from './app-settings.ts';

const names = [
  ...(['stage', 'tableName', 'keyId', 'memberPoolId', 'rateScale', 'failedQueueUrl'] as const),
  ...(['callbackQueueUrl', 'graphUrl', 'platformAppSecretArn', 'platformCallbackUrl'] as const),
] as const;
const environment = readEnvironment(process.env, names);
const { stage, tableName, keyId, memberPoolId, rateScale, failedQueueUrl, callbackQueueUrl } = environment;
const { graphUrl, platformAppSecretArn, platformCallbackUrl } = environment;
const hintQueueUrl = readQueueUrls(process.env);
const table = openTable(tableName);

const appSettings = (): AppSettings | null => {
  const id = readOptional(process.env, 'platformAppId');
  if (id === null) return null;
  const secret = platformAppSecret(openClient(SecretsManagerClient), platformAppSecretArn, systemClock);
  return { id, secret, callbackUrl: platformCallbackUrl, signUp: readSignUp(process.env) };
};

const platformWithin = openPlatform(graphUrl, table, whileABrowserWaits);
const log = consoleLog({ stage });
const lasting = {
  commands,
  deps: {
    table,
    retryPolicy: systemRetryPolicy,
    newId,
    randomBytes,
    vault: openVault(keyId),
    pool: memberPool(openClient(CognitoIdentityProviderClient), memberPoolId),
    keyEnvironment: stage === 'production' ? 'live' : 'test',
    rateLimits: rateLimits(Number(rateScale)),
    deadLetters: deadLetterQueue(openClient(SQSClient), failedQueueUrl, (origin) =>
      origin === 'callback' ? callbackQueueUrl : hintQueueUrl(origin),
    ),
    app: appSettings(),
  },
  clock: systemClock,
  log,
} as const;

export const handler = serve(log, (event, deadline) =>
  answerUrl({ ...lasting, deps: { ...lasting.deps, platform: platformWithin(deadline) } }, event),
);

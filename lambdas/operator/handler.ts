import { randomBytes } from 'node:crypto';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { SQSClient } from '@aws-sdk/client-sqs';
import { rateLimits } from '../domain/rate.ts';
import { openClient } from '../runtime/aws-calls.ts';
import { openTable, openVault } from '../runtime/clients.ts';
import { newId, systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { deadLetterQueue } from '../runtime/dead-letters.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { memberPool } from '../runtime/member-pool.ts';
import { readQueueUrls } from '../runtime/queue-urls.ts';
import { serve } from '../runtime/serve.ts';
import { answerUrl } from './answer-url.ts';
import { commands } from './commands.ts';
import type { Operator } from './run-command.ts';

const names = [
  ...(['stage', 'tableName', 'keyId', 'memberPoolId', 'rateScale', 'failedQueueUrl'] as const),
  'callbackQueueUrl',
] as const;
const environment = readEnvironment(process.env, names);
const { stage, tableName, keyId, memberPoolId, rateScale, failedQueueUrl, callbackQueueUrl } = environment;
const hintQueueUrl = readQueueUrls(process.env);

const operator: Operator = {
  commands,
  deps: {
    table: openTable(tableName),
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
  },
  clock: systemClock,
  log: consoleLog({ stage }),
};

export const handler = serve(operator.log, (event) => answerUrl(operator, event));

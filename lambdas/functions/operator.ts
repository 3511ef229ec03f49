import { randomBytes } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { rateLimits } from '../domain/rate.ts';
import { auditBucket } from '../runtime/audit-bucket.ts';
import { auditQueue } from '../runtime/audit-queue.ts';
import { openClient } from '../runtime/aws-calls.ts';
import { openTable } from '../runtime/clients.ts';
import { openVault } from '../runtime/vault.ts';
import { newId, systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { deadLetterQueue, type DeadLetterOrigin } from '../runtime/dead-letters.ts';
import { readEnvironment, readOptional } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { openMemberPool } from '../runtime/member-pool.ts';
import { openPlatform, openVersionWatch, whileABrowserWaits } from '../runtime/platform.ts';
import { platformAppSecret } from '../runtime/platform-app.ts';
import { readQueueUrls } from '../runtime/queue-urls.ts';
import { serve } from '../runtime/serve.ts';
import { readSignUp } from '../runtime/sign-up.ts';
import { answerUrl } from '../operator/answer-url.ts';
import { commands } from '../operator/commands.ts';
import type { AppSettings } from '../operator/app-settings.ts';
import type { AuditCopies } from '../operator/command.ts';

const names = [
  ...(['stage', 'tableName', 'keyId', 'memberPoolId', 'rateScale', 'failedQueueUrl'] as const),
  ...(['callbackQueueUrl', 'graphUrl', 'platformAppSecretArn', 'platformCallbackUrl'] as const),
] as const;
const environment = readEnvironment(process.env, names);
const { stage, tableName, keyId, memberPoolId, rateScale, failedQueueUrl, callbackQueueUrl } = environment;
const { graphUrl, platformAppSecretArn, platformCallbackUrl } = environment;
const hintQueueUrl = readQueueUrls(process.env);
const table = openTable(tableName);

const queues = openClient(SQSClient, 'sqs');
const auditQueueUrl = readOptional(process.env, 'auditQueueUrl');

const auditCopies = (queueUrl: string): AuditCopies => {
  const { auditBucketName, auditYears } = readEnvironment(process.env, ['auditBucketName', 'auditYears']);
  return {
    bucket: auditBucket(openClient(S3Client, 's3'), auditBucketName),
    send: auditQueue(queues, queueUrl),
    years: Number(auditYears),
  };
};

/** @throws Error for a message of a queue that the stage does not have */
const queueUrlOf = (origin: DeadLetterOrigin): string => {
  if (origin === 'callback') return callbackQueueUrl;
  if (origin !== 'audit') return hintQueueUrl(origin);
  if (auditQueueUrl === null) throw new Error('the stage has no copies of the audit trail');
  return auditQueueUrl;
};

const graph = openVersionWatch(graphUrl);

const appSettings = (): AppSettings | null => {
  const id = readOptional(process.env, 'platformAppId');
  if (id === null) return null;
  const secret = platformAppSecret(
    openClient(SecretsManagerClient, 'secretsmanager'),
    platformAppSecretArn,
    systemClock,
  );
  return { id, secret, callbackUrl: platformCallbackUrl, graph, signUp: readSignUp(process.env) };
};

const platformWithin = openPlatform(graphUrl, table, whileABrowserWaits, graph);
const log = consoleLog({ stage });
const lasting = {
  commands,
  deps: {
    table,
    retryPolicy: systemRetryPolicy,
    newId,
    randomBytes,
    vault: openVault(keyId),
    pool: openMemberPool(memberPoolId)(),
    keyEnvironment: stage === 'production' ? 'live' : 'test',
    rateLimits: rateLimits(Number(rateScale)),
    deadLetters: deadLetterQueue(queues, failedQueueUrl, queueUrlOf),
    auditCopies: auditQueueUrl === null ? null : auditCopies(auditQueueUrl),
    app: appSettings(),
  },
  clock: systemClock,
  log,
} as const;

export const handler = serve(log, (event, deadline) =>
  answerUrl({ ...lasting, deps: { ...lasting.deps, platform: platformWithin(deadline) } }, event),
);

import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { openClient } from '../runtime/aws-calls.ts';
import { callbackQueue } from '../runtime/callback-queue.ts';
import { relayQueue } from '../runtime/relay-queue.ts';
import { systemClock } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { platformAppSecret } from '../runtime/platform-app.ts';
import { serveHttp } from '../runtime/serve.ts';
import { answer, type CallbackReceiver } from '../callbacks/answer-callback.ts';

const { stage, platformAppSecretArn, callbackQueueUrl, relayQueueUrl } = readEnvironment(process.env, [
  'stage',
  'platformAppSecretArn',
  'callbackQueueUrl',
  'relayQueueUrl',
]);

const sqs = openClient(SQSClient, 'sqs');

const receiver: CallbackReceiver = {
  appSecret: platformAppSecret(openClient(SecretsManagerClient, 'secretsmanager'), platformAppSecretArn, systemClock),
  queue: callbackQueue(sqs, callbackQueueUrl),
  relay: relayQueue(sqs, relayQueueUrl),
  clock: systemClock,
  log: consoleLog({ stage }),
};

export const handler = serveHttp<APIGatewayProxyEventV2>(receiver.log, (event) => answer(receiver, event));

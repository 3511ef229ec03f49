import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { callbackQueue } from '../runtime/callback-queue.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { platformAppSecret } from '../runtime/platform-app.ts';
import { serve } from '../runtime/serve.ts';
import { answer, type Door } from './door.ts';

const { stage, platformAppSecretArn, callbackQueueUrl } = readEnvironment(process.env, [
  'stage',
  'platformAppSecretArn',
  'callbackQueueUrl',
]);

const door: Door = {
  appSecret: platformAppSecret(new SecretsManagerClient(), platformAppSecretArn),
  queue: callbackQueue(new SQSClient(), callbackQueueUrl),
  log: consoleLog({ stage }),
};

export const handler = serve<APIGatewayProxyEventV2>(door.log, (event) => answer(door, event));

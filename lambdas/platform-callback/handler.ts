import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { callbackQueue } from '../runtime/callback-queue.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { platformApp } from '../runtime/platform-app.ts';
import { answer, type Door } from './door.ts';

const { stage, platformAppId, platformAppSecretArn, callbackQueueUrl } = readEnvironment(process.env, [
  'stage',
  'platformAppId',
  'platformAppSecretArn',
  'callbackQueueUrl',
]);
const app = platformApp(new SecretsManagerClient(), platformAppId, platformAppSecretArn);

const door: Door = {
  appSecret: async () => (await app()).secret,
  queue: callbackQueue(new SQSClient(), callbackQueueUrl),
  log: consoleLog({ stage }),
};

export const handler = (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> =>
  answer(door, event);

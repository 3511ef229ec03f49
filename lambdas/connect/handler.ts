import { KMSClient } from '@aws-sdk/client-kms';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { openTable } from '../runtime/clients.ts';
import { newId, systemClock, systemPatience } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { openPlatform, whileABrowserWaits } from '../runtime/platform.ts';
import { platformApp } from '../runtime/platform-app.ts';
import { kmsVault } from '../runtime/vault.ts';
import type { Answer } from './answer.ts';
import { answer, type ConnectSite } from './site.ts';

const environment = readEnvironment(process.env, [
  'stage',
  'tableName',
  'keyId',
  'graphUrl',
  'dialogUrl',
  'platformAppId',
  'platformAppSecretArn',
  'baseUrl',
]);
const { stage, tableName, keyId, graphUrl, dialogUrl, platformAppId, platformAppSecretArn, baseUrl } = environment;
const table = openTable(tableName);

const site: ConnectSite = {
  deps: {
    table,
    patience: systemPatience,
    clock: systemClock,
    newId,
    vault: kmsVault(new KMSClient(), keyId),
    platform: openPlatform(graphUrl, table, whileABrowserWaits),
    app: platformApp(new SecretsManagerClient(), platformAppId, platformAppSecretArn),
  },
  baseUrl,
  dialogUrl,
  appId: platformAppId,
  log: consoleLog({ stage }),
};

export const handler = (event: APIGatewayProxyEventV2): Promise<Answer> => answer(site, event);

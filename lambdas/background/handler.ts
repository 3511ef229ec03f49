import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { openTable, openVault } from '../runtime/clients.ts';
import { newId, systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { lastStepOf } from '../runtime/deadline.ts';
import { readEnvironment, readOptional } from '../runtime/environment.ts';
import { worker } from '../runtime/hint-worker.ts';
import { consoleLog } from '../runtime/logger.ts';
import { platformApp } from '../runtime/platform-app.ts';
import { openPlatform } from '../runtime/platform.ts';
import { tableIndex } from '../store/delivery/table-index.ts';
import { runners } from './runners.ts';

const environment = readEnvironment(process.env, [
  'stage',
  'tableName',
  'keyId',
  'graphUrl',
  'platformAppSecretArn',
  'erasureQuiet',
]);
const { stage, tableName, keyId, graphUrl, platformAppSecretArn } = environment;
const platformAppId = readOptional(process.env, 'platformAppId');
const log = consoleLog({ stage });
const table = openTable(tableName);

const lasting = {
  table,
  retryPolicy: systemRetryPolicy,
  clock: systemClock,
  newId,
  vault: openVault(keyId),
  index: tableIndex(table),
  quiet: Number(environment.erasureQuiet) * 1000,
  app: platformApp(new SecretsManagerClient(), platformAppId, platformAppSecretArn),
};

const platformWithin = openPlatform(graphUrl, table);

export const handler = worker<'Lifecycle'>(log, (deadline) =>
  runners({ ...lasting, platform: platformWithin(deadline), deadline }, lastStepOf(deadline)),
);

import { KMSClient } from '@aws-sdk/client-kms';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openTable } from '../runtime/clients.ts';
import { newId, systemClock, systemPatience } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { eachHint, handleHints } from '../runtime/hint-batch.ts';
import { consoleLog } from '../runtime/logger.ts';
import { platformApp } from '../runtime/platform-app.ts';
import { openPlatform } from '../runtime/platform.ts';
import { kmsVault } from '../runtime/vault.ts';
import { tableIndex } from '../store/delivery/table-index.ts';
import { work } from './work.ts';

const environment = readEnvironment(process.env, [
  'stage',
  'tableName',
  'keyId',
  'graphUrl',
  'platformAppId',
  'platformAppSecretArn',
  'erasureQuiet',
]);
const { stage, tableName, keyId, graphUrl, platformAppId, platformAppSecretArn } = environment;
const log = consoleLog({ stage });
const table = openTable(tableName);

const deps = {
  table,
  patience: systemPatience,
  clock: systemClock,
  newId,
  vault: kmsVault(new KMSClient(), keyId),
  platform: openPlatform(graphUrl, table),
  index: tableIndex(table),
  quiet: Number(environment.erasureQuiet) * 1000,
  app: platformApp(new SecretsManagerClient(), platformAppId, platformAppSecretArn),
};

/** Left for what was begun to end, and for the job to be put back. */
const margin = 35_000;

export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const until = systemClock() + context.getRemainingTimeInMillis() - margin;
  return handleHints(
    event,
    log,
    eachHint((hint) => work(deps, hint, until)),
  );
};

import { KMSClient } from '@aws-sdk/client-kms';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openTable } from '../runtime/clients.ts';
import { newId, systemClock, systemPatience } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { eachHint, handleHints } from '../runtime/hint-batch.ts';
import { consoleLog } from '../runtime/logger.ts';
import { openPlatform } from '../runtime/platform.ts';
import { kmsVault } from '../runtime/vault.ts';
import { noticeClauses } from '../store/notices.ts';
import { runMigration, type MigrationDeps } from './run-migration.ts';

const { stage, tableName, keyId, graphUrl } = readEnvironment(process.env, ['stage', 'tableName', 'keyId', 'graphUrl']);
const log = consoleLog({ stage });
const table = openTable(tableName);

const deps: MigrationDeps = {
  table,
  patience: systemPatience,
  clock: systemClock,
  newId,
  vault: kmsVault(new KMSClient(), keyId),
  platform: openPlatform(graphUrl, table),
  notices: noticeClauses(table, newId),
};

/** Left for the lines that are being moved: two calls to the platform, 24 s each at most, and the commits around them. */
const margin = 60_000;

export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const until = systemClock() + context.getRemainingTimeInMillis() - margin;
  return handleHints(
    event,
    log,
    eachHint((hint) => runMigration(deps, hint, until)),
  );
};

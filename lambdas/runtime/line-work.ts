import { KMSClient } from '@aws-sdk/client-kms';
import type { LineDeps } from '../lifecycle/line-deps.ts';
import { openTable } from './clients.ts';
import { newId, systemClock, systemPatience } from './clock.ts';
import { readEnvironment } from './environment.ts';
import { openPlatform } from './platform.ts';
import { kmsVault } from './vault.ts';

/** What work on lines needs, for the functions that do it in the background. @throws Error that names the missing variable */
export const openLineWork = (environment: Readonly<Record<string, string | undefined>>): LineDeps => {
  const { tableName, keyId, graphUrl } = readEnvironment(environment, ['tableName', 'keyId', 'graphUrl']);
  const table = openTable(tableName);
  return {
    table,
    patience: systemPatience,
    clock: systemClock,
    newId,
    vault: kmsVault(new KMSClient(), keyId),
    platform: openPlatform(graphUrl, table),
  };
};

import type { Deadline } from '../domain/deadline.ts';
import type { InstanceDeps } from './instance-deps.ts';
import { openTable, openVault } from '../runtime/clients.ts';
import { newId, systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { openPlatform } from '../runtime/platform.ts';

/** What work on lines needs, for the functions that do it in the background. @throws Error that names the missing variable */
export const openInstanceWork = (
  environment: Readonly<Record<string, string | undefined>>,
): ((deadline: Deadline) => InstanceDeps) => {
  const { tableName, keyId, graphUrl } = readEnvironment(environment, ['tableName', 'keyId', 'graphUrl']);
  const table = openTable(tableName);
  const vault = openVault(keyId);
  const platformWithin = openPlatform(graphUrl, table);
  return (deadline) => ({
    table,
    retryPolicy: systemRetryPolicy,
    clock: systemClock,
    newId,
    vault,
    platform: platformWithin(deadline),
    deadline,
  });
};

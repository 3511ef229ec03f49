import { KMSClient } from '@aws-sdk/client-kms';
import { noticeClauses } from '../store/notices.ts';
import type { DeliveryDeps } from '../webhook-delivery/delivery-deps.ts';
import { openTable } from './clients.ts';
import { newId, systemClock, systemPatience } from './clock.ts';
import { readEnvironment } from './environment.ts';
import { consoleLog } from './logger.ts';
import { openOutbound, retryDivisorOf } from './outbound.ts';
import { rememberingVault } from './remembering-vault.ts';
import { kmsVault } from './vault.ts';

/** What sending events needs, for the functions that do. @throws Error that names the missing variable */
export const openDelivery = (environment: Readonly<Record<string, string | undefined>>): DeliveryDeps => {
  const { stage, tableName, keyId, deliveryLanes } = readEnvironment(environment, [
    'stage',
    'tableName',
    'keyId',
    'deliveryLanes',
  ]);
  const table = openTable(tableName);
  return {
    table,
    patience: systemPatience,
    clock: systemClock,
    random: systemPatience.random,
    newId,
    outbound: openOutbound(environment),
    vault: rememberingVault(kmsVault(new KMSClient(), keyId)),
    notices: noticeClauses(table, newId),
    log: consoleLog({ stage }),
    environment: stage,
    divisor: retryDivisorOf(environment),
    lanes: Number(deliveryLanes),
  };
};

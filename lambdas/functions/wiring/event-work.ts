import type { Deadline } from '../../kernel/deadline.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { outboundWithin } from '../../outbound/within.ts';
import { notificationClauses } from '../../store/notifications/notifications.ts';
import type { DeliveryDeps } from '../../events/delivery/delivery-deps.ts';
import type { Table } from '../../store/table/table.ts';
import { openTable } from '../../runtime/clients.ts';
import { openVault } from '../../runtime/vault.ts';
import { after, newId, systemClock, systemRetryPolicy } from '../../runtime/clock.ts';
import { readEnvironment } from '../../runtime/environment.ts';
import { consoleLog, type Log } from '../../runtime/logger.ts';
import { Lru } from '../../kernel/lru.ts';
import { openOutbound, retryDivisorOf } from '../../runtime/outbound.ts';
import { rememberingVault } from '../../runtime/remembering-vault.ts';

/** The most endpoints whose last answer is cached, at about 100 bytes each. */
const mostEndpoints = 20_000;

/** Makes the dependencies of sending events. @throws Error that names the missing variable */
export const openDelivery = (
  environment: Readonly<Record<string, string | undefined>>,
): { readonly log: Log; readonly table: Table; readonly deliveryWithin: (deadline: Deadline) => DeliveryDeps } => {
  const { stage, tableName, keyId, deliverySlots } = readEnvironment(environment, [
    'stage',
    'tableName',
    'keyId',
    'deliverySlots',
  ]);
  const table = openTable(tableName);
  const log = consoleLog({ stage });
  const lasting = {
    table,
    retryPolicy: systemRetryPolicy,
    clock: systemClock,
    random: systemRetryPolicy.random,
    newId,
    vault: rememberingVault(openVault(keyId)),
    notifications: notificationClauses(table, newId),
    log,
    environment: stage,
    divisor: retryDivisorOf(environment),
    after,
    answers: new Lru<Milliseconds>(mostEndpoints),
    slots: Number(deliverySlots),
  };
  const outbound = openOutbound(environment);
  return {
    log,
    table,
    deliveryWithin: (deadline) => ({
      ...lasting,
      deadline,
      outbound: outboundWithin(outbound, deadline, systemClock),
    }),
  };
};

import { deliverBatch } from '../../../../lambdas/events/delivery/deliver-batch.ts';
import type { DeliveryDeps } from '../../../../lambdas/events/delivery/delivery-deps.ts';
import { Lru } from '../../../../lambdas/kernel/lru.ts';
import { after, newId, systemClock, systemRetryPolicy } from '../../../../lambdas/runtime/clock.ts';
import { openTable } from '../../../../lambdas/runtime/clients.ts';
import { consoleLog } from '../../../../lambdas/runtime/logger.ts';
import { rememberingVault } from '../../../../lambdas/runtime/remembering-vault.ts';
import { createOutboundClient, outboundLimits } from '../../../../lambdas/outbound/client.ts';
import { createResolve } from '../../../../lambdas/outbound/resolver.ts';
import { notificationClauses } from '../../../../lambdas/store/notifications/notifications.ts';
import { noDeadline } from '../../../harness/no-deadline.ts';
import { testVault } from '../../../harness/test-vault.ts';
import { variables, type Deliver } from './worker.ts';

const table = openTable(process.env[variables.table] ?? '');

/** As `lambdas/functions/wiring/event-work.ts` has them, without KMS. */
const deps: DeliveryDeps = {
  table,
  retryPolicy: systemRetryPolicy,
  clock: systemClock,
  random: systemRetryPolicy.random,
  newId,
  vault: rememberingVault(testVault(Buffer.from(process.env[variables.vaultKey] ?? '', 'hex'))),
  notifications: notificationClauses(table, newId),
  log: consoleLog({ stage: 'local' }),
  environment: 'local',
  divisor: 1,
  after,
  answers: new Lru(1_000),
  slots: 8,
  deadline: noDeadline,
  outbound: createOutboundClient({
    resolve: createResolve(),
    clock: systemClock,
    policy: { allowLoopback: true },
    limits: outboundLimits,
  }),
};

export const deliver: Deliver = async (hints) => {
  const failed = (await deliverBatch(deps, hints, 'event')).find(({ error }) => error !== null);
  if (failed !== undefined) throw failed.error;
};

import { spanKeyOf, type Counted, type CountLevel } from '../../../lambdas/store/table/span-counts.ts';
import { mostLanes } from '../../../lambdas/store/table/count-lanes.ts';
import { keys, type Key } from '../../../lambdas/store/table/keys.ts';
import {
  journalKeys,
  messageKey,
  messageName,
  scopePartition,
  stripeOfMessage,
} from '../../../lambdas/store/delivery/keys.ts';
import { dueAt, slowShard } from '../../../lambdas/kernel/due.ts';
import { recordShards } from '../../../lambdas/domain/size.ts';
import type { Cast } from './cast.ts';

/** The service's own planners of keys, by their names in the recording. */

const count =
  (counted: Counted, level: CountLevel) =>
  (cast: Cast): Key => {
    const id = counted === 'C' ? cast.customer : cast.instance;
    // As many lanes as environments have after the first seconds of a load that needs them.
    const lanes = { pick: () => parseInt(cast.event.slice(-4), 16) % mostLanes, met: () => undefined };
    return spanKeyOf({ lanes }, cast.partner, counted, level, id);
  };

export const keyPlans = {
  publishableKeys: () => keys.publishableKeys(),
  partnerKey: ({ partnerKey }) => keys.partnerKey(partnerKey),
  partner: ({ partner }) => keys.partner(partner),
  receipt: ({ partner, receipt }) => keys.receipt(partner, receipt),
  customer: ({ partner, customer }) => keys.customer(partner, customer),
  externalId: ({ partner, external }) => keys.externalId(partner, external),
  customersCoarse: count('C', 'C'),
  customersFine: count('C', 'F'),
  customerReceipt: ({ partner, customer, receipt }) => keys.customerReceipt(partner, customer, receipt),
  instance: ({ partner, instance }) => keys.instance(partner, instance),
  instanceKey: ({ partner, instanceKey }) => keys.instanceKey(partner, instanceKey),
  customerInstance: ({ partner, customer, instance }) => keys.customerInstance(partner, customer, instance),
  instancesCoarse: count('I', 'C'),
  instancesFine: count('I', 'F'),
  slots: ({ partner }) => keys.slots(partner),
  partnerNumber: ({ partner, phoneNumber }) => keys.partnerNumber(partner, phoneNumber),
  message: ({ partner, phoneNumber, message, size }) =>
    messageKey(partner, phoneNumber, { kind: 'message_id', value: message }, size === '' ? 'standard' : size),
  webhookEndpoint: ({ partner }) => keys.webhookEndpoint(partner),
  webhookSecrets: ({ partner }) => keys.webhookSecrets(partner),
  outbox: ({ partner }) => keys.outbox(partner),
  outboxLanes: ({ partner }) => keys.concurrencySlots(partner),
} as const satisfies Readonly<Record<string, (cast: Cast) => Key>>;

export type KeyPlan = keyof typeof keyPlans;
export const keyPlanNames: readonly KeyPlan[] = Object.keys(keyPlans).filter((name) => name in keyPlans) as KeyPlan[];

/** The day of the recording. */
const usageDay = '2030-01-02';

/** Partitions of queries, and of the index `due`. */
export const partitionPlans = {
  customers: ({ partner, customer }) => keys.customer(partner, customer).pk,
  history: ({ partner, customer }) => keys.historyEntry(partner, customer, 1).pk,
  customerCounts: ({ partner }) => keys.spanCount(partner, 'C', null, 'C', '', '').pk,
  instances: ({ partner, instance }) => keys.instance(partner, instance).pk,
  merges: ({ partner, customer }) => keys.merge(partner, customer).pk,
  partnerReports: ({ partner: partnerId }) => scopePartition({ kind: 'partner', partnerId }),
  customerReports: ({ partner: partnerId, customer: customerId }) =>
    scopePartition({ kind: 'customer', partnerId, customerId }),
  instanceReports: ({ partner: partnerId, instance: instanceId }) =>
    scopePartition({ kind: 'instance', partnerId, instanceId }),
  journal: (cast) => {
    const message = messageName(keyPlans.message(cast));
    return journalKeys.tail(cast.partner, stripeOfMessage(message)).pk;
  },
  // Counters of calls are spread by their environments, and transitions by their instances; both evenly.
  usageFacts: ({ partner, event, size }) => {
    const place = size === 'large' ? parseInt(event.slice(-2), 16) % recordShards : null;
    return keys.usageFact(partner, usageDay, place, '').pk;
  },
  dueEvent: ({ event }) => dueAt('event', event, 0).due_shard,
  dueSlow: ({ event }) => slowShard(event),
  dueFold: ({ partner }) => dueAt('reportFold', partner, 0).due_shard,
  dueOutbox: ({ partner }) => dueAt('outbox', partner, 0).due_shard,
} as const satisfies Readonly<Record<string, (cast: Cast) => string>>;

export type PartitionPlan = keyof typeof partitionPlans;
export const partitionPlanNames: readonly PartitionPlan[] = Object.keys(partitionPlans) as PartitionPlan[];

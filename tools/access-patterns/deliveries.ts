import { randomBytes } from 'node:crypto';
import { isoOf } from '../../lambdas/kernel/time.ts';
import type { EndpointHealth } from '../../lambdas/domain/webhook/endpoint-health.ts';
import { keptFrom } from '../../lambdas/domain/webhook/outbox.ts';
import type { EventQueue, Pace } from '../../lambdas/domain/webhook/pace.ts';
import { rotated } from '../../lambdas/domain/webhook/rotation.ts';
import { signingSecretFrom } from '../../lambdas/domain/webhook/signature.ts';
import type { OutboundResult } from '../../lambdas/outbound/client.ts';
import { newId, systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import { Lru } from '../../lambdas/kernel/lru.ts';
import { notificationClauses } from '../../lambdas/store/notifications/notifications.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { entryKey, type OutboxEvent } from '../../lambdas/store/webhooks/outbox-events.ts';
import { changeOutbox } from '../../lambdas/store/webhooks/outbox.ts';
import { type Relay, webhookEndpointClause } from '../../lambdas/store/webhooks/webhook-endpoints.ts';
import { secretContext, webhookSecretsClause } from '../../lambdas/store/webhooks/webhook-secrets.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import type { DeliveryDeps } from '../../lambdas/events/delivery/delivery-deps.ts';
import { testClock } from '../harness/test-clock.ts';
import { noDeadline } from '../harness/no-deadline.ts';
import { testVault } from '../harness/test-vault.ts';
import { customersOf, type EventCustomer } from '../harness/event-customers.ts';
import { startMeteredTable, type Access, type MeteredTable } from './metered-table.ts';

/** The table calls of one batch of the delivery worker. */
export interface MeasuredDelivery {
  readonly about: string;
  readonly read: number;
  readonly write: number;
  readonly accesses: readonly Access[];
}

interface Case {
  readonly about: string;
  /** How many events of one customer the batch has. */
  readonly events: number;
  readonly queue: EventQueue;
  readonly pace: Pace;
  readonly health?: EndpointHealth;
  readonly answer: OutboundResult;
}

export const answerOf = (status: number): OutboundResult => ({
  kind: 'response',
  status,
  headers: {},
  body: Buffer.alloc(0),
  milliseconds: 7,
});

const fast: Pace = { state: 'fast' };
const slow = (now: number): Pace => ({ state: 'slow', prompt: 0, answeredAt: now });

const casesAt = (now: number): readonly Case[] => [
  { about: 'delivered at the first attempt', events: 1, queue: 'event', pace: fast, answer: answerOf(200) },
  { about: 'five of one customer, delivered', events: 5, queue: 'event', pace: fast, answer: answerOf(200) },
  { about: 'an attempt that fails', events: 1, queue: 'event', pace: fast, answer: answerOf(503) },
  { about: 'of a slow endpoint: to its queue', events: 1, queue: 'event', pace: slow(now), answer: answerOf(200) },
  {
    about: 'of a slow endpoint: delivered',
    events: 1,
    queue: 'slow',
    pace: slow(now),
    answer: { ...answerOf(200), milliseconds: 2_000 },
  },
  {
    about: 'five of one customer, of a disabled endpoint',
    events: 5,
    queue: 'event',
    pace: fast,
    health: { state: 'disabled', at: now, reason: 'gone', since: null },
    answer: answerOf(200),
  },
];

export const depsOf = (table: Table, clock: () => number, send: () => OutboundResult): DeliveryDeps => ({
  table,
  retryPolicy: systemRetryPolicy,
  clock,
  random: () => 0.5,
  newId,
  outbound: { send: () => Promise.resolve(send()) },
  deadline: noDeadline,
  vault: testVault(),
  notifications: notificationClauses(table, newId),
  log: logger(() => undefined, {}),
  environment: 'local',
  divisor: 1,
  after: () => () => undefined,
  answers: new Lru(10),
  slots: 8,
});

/** Writes a partner's endpoint. */
export const putEndpoint = async (
  { table, vault, clock }: DeliveryDeps,
  partnerId: string,
  relay: Relay | null,
): Promise<void> => {
  const now = clock();
  const sealed = await vault.seal(signingSecretFrom(randomBytes(32)), secretContext(partnerId));
  await commit(table, [
    webhookSecretsClause(table, partnerId, rotated([], { sealed, by: null }, now), 0),
    webhookEndpointClause(table, partnerId, {
      id: newId(now),
      name: 'Hook',
      url: 'https://hooks.example/',
      is_primary: true,
      sealed_verify_token: '',
      migration_id: '',
      revision: 1,
      updated_at: isoOf(now),
      relay,
    }),
  ]);
};

/** Prepares a partner with an endpoint and a customer with a delivered event. */
const prepare = async (deps: DeliveryDeps, table: MeteredTable): Promise<EventCustomer> => {
  const partnerId = newId(deps.clock());
  await putEndpoint(deps, partnerId, null);
  const customer = await customersOf({ table, clock: { now: deps.clock, pass: () => undefined } }, partnerId)();
  await customer.change();
  await deliverBatch(
    deps,
    (await customer.events()).map((event) => entryKey(event)),
    'event',
  );
  return customer;
};

export const measuredDelivery = (about: string, accesses: readonly Access[]): MeasuredDelivery => ({
  about,
  read: accesses.reduce((sum, { read }) => sum + read, 0),
  write: accesses.reduce((sum, { write }) => sum + write, 0),
  accesses,
});

const measureOne = async (table: MeteredTable, it: Case, clock: () => number): Promise<MeasuredDelivery> => {
  let answer = answerOf(200);
  const deps = depsOf(table, clock, () => answer);
  const customer = await prepare(deps, table);
  await changeOutbox(table, deps.retryPolicy, customer.partnerId, (record) => ({
    record: {
      ...record,
      endpointRevision: 1,
      pace: it.pace,
      ...(it.health !== undefined && { health: it.health, keptUntil: keptFrom(clock()), dueAt: keptFrom(clock()) }),
    },
    clauses: [],
  }));
  answer = it.answer;
  for (let count = 0; count < it.events; count += 1) await customer.change();
  const isDue = ({ end }: OutboxEvent): boolean => end === null;
  const hints = (await customer.events()).filter(isDue).map((event) => entryKey(event));
  const { result, accesses } = await table.measure(() => deliverBatch(deps, hints, it.queue));
  const failed = result.find(({ error }) => error !== null);
  if (failed !== undefined) throw failed.error;
  return measuredDelivery(it.about, accesses);
};

/** Measures the table calls of deliveries of events. */
export const measureDeliveries = async (): Promise<readonly MeasuredDelivery[]> => {
  const table = await startMeteredTable();
  const clock = testClock();
  const measured: MeasuredDelivery[] = [];
  for (const it of casesAt(clock.now())) measured.push(await measureOne(table, it, clock.now));
  await table.stop();
  return measured;
};

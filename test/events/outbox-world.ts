import { randomBytes } from 'node:crypto';
import type { DueHint } from '../../lambdas/kernel/due.ts';
import type { QueueName } from '../../lambdas/kernel/work.ts';
import { isoOf } from '../../lambdas/kernel/time.ts';
import type { EventQueue } from '../../lambdas/domain/webhook/pace.ts';
import { rotated } from '../../lambdas/domain/webhook/rotation.ts';
import { signingSecretFrom } from '../../lambdas/domain/webhook/signature.ts';
import { runners } from '../../lambdas/events/outbox/runners.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import type { HintOutcome } from '../../lambdas/runtime/hint-worker.ts';
import type { Vault } from '../../lambdas/domain/vault.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { Lru } from '../../lambdas/kernel/lru.ts';
import { commit, type RetryPolicy } from '../../lambdas/store/table/commit.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { notificationClauses } from '../../lambdas/store/notifications/notifications.ts';
import { outboxFor } from '../../lambdas/store/webhooks/endpoint-outbox.ts';
import { changeOutbox, outboxClause, readOutbox, type OutboxRecord } from '../../lambdas/store/webhooks/outbox.ts';
import { queryAll } from '../../lambdas/store/table/query.ts';
import type { Item, Table } from '../../lambdas/store/table/table.ts';
import {
  readWebhookEndpoint,
  webhookEndpointClause,
  type Relay,
  type WebhookEndpoint,
} from '../../lambdas/store/webhooks/webhook-endpoints.ts';
import {
  readWebhookSecrets,
  secretContext,
  webhookSecretsClause,
} from '../../lambdas/store/webhooks/webhook-secrets.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import type { DeliveryDeps } from '../../lambdas/events/delivery/delivery-deps.ts';
import { dueHints } from '../../tools/harness/due-hints.ts';
import { testClock, type TestClock } from '../../tools/harness/test-clock.ts';
import { testVault } from '../../tools/harness/test-vault.ts';
import { customersOf, type EventCustomer } from '../../tools/harness/event-customers.ts';
import { verifiedReceiver, type VerifiedReceiver } from './verified-receiver.ts';
import { noDeadline } from '../../tools/harness/no-deadline.ts';

/** The outbox in a table of its own, with a clock, random numbers and receivers that the test controls. */
export interface OutboxWorld {
  readonly table: Table;
  readonly clock: TestClock;
  readonly receiver: VerifiedReceiver;
  readonly deps: DeliveryDeps;
  readonly logLines: readonly string[];
  readonly newPartner: (options?: {
    readonly endpoint?: boolean;
    readonly partnerId?: string;
    readonly relay?: Relay;
  }) => Promise<string>;
  readonly newCustomer: (partnerId: string) => Promise<EventCustomer>;
  /** Sets another endpoint, with the commit of update-partner-webhook-endpoint. @returns its URL */
  readonly switchEndpoint: (partnerId: string) => Promise<string>;
  /** Lets the running exchanges go without a response for the time limit of a fast endpoint. */
  readonly stayQuiet: () => void;
  readonly rotate: (partnerId: string) => Promise<string>;
  /** The hints of all events that are due now. */
  readonly dueNow: (kind: QueueName) => Promise<readonly DueHint[]>;
  /** Sends the hints of due events to the workers until none is due, in batches of ten, as the stream and the sweep would. */
  readonly settle: (rounds?: number) => Promise<void>;
  readonly outbox: (partnerId: string) => Promise<OutboxRecord>;
  readonly notifications: (partnerId: string) => Promise<readonly Item[]>;
}

const immediately: RetryPolicy = { sleep: () => Promise.resolve(), random: () => 0.5 };

/** Waits for a condition that running workers bring about. */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
};

/** Marks an endpoint as slow. @param answeredAt when it last answered any worker */
export const makeSlow = async (
  { table, deps }: Pick<OutboxWorld, 'table' | 'deps'>,
  partnerId: string,
  answeredAt: number | null,
): Promise<void> => {
  await changeOutbox(table, deps.retryPolicy, partnerId, (record) => ({
    record: { ...record, pace: { state: 'slow', prompt: 0, answeredAt } },
    clauses: [],
  }));
};

const rotateSecret = async (table: Table, vault: Vault, now: number, partnerId: string): Promise<string> => {
  const secret = signingSecretFrom(randomBytes(32));
  const { secrets, revision } = await readWebhookSecrets(table, partnerId);
  const next = rotated(secrets, { sealed: await vault.seal(secret, secretContext(partnerId)), by: null }, now);
  await commit(table, [webhookSecretsClause(table, partnerId, next, revision)]);
  return secret;
};

const endpointOf = (partnerId: string, now: number, relay: Relay | null = null): WebhookEndpoint => ({
  id: newId(now),
  name: 'Test',
  url: `https://${partnerId}.example/hook`,
  is_primary: true,
  sealed_verify_token: '',
  migration_id: '',
  revision: 1,
  updated_at: isoOf(now),
  relay,
});

const moveEndpoint = async (table: Table, partnerId: string, now: number): Promise<string> => {
  const [existing, outbox] = await Promise.all([readWebhookEndpoint(table, partnerId), readOutbox(table, partnerId)]);
  const revision = (existing?.revision ?? 0) + 1;
  const endpoint = { ...endpointOf(partnerId, now), revision, url: `https://${partnerId}.example/${revision}` };
  await commit(table, [
    webhookEndpointClause(table, partnerId, endpoint),
    outboxClause(table, outboxFor(endpoint, outbox, now)),
  ]);
  return endpoint.url;
};

const deliverHints = async (deps: DeliveryDeps, hints: readonly DueHint[], queue: EventQueue): Promise<void> => {
  const batches = Array.from({ length: Math.ceil(hints.length / 10) }, (_, index) =>
    hints.slice(index * 10, index * 10 + 10),
  );
  const outcomes: HintOutcome[] = [];
  for (const batch of batches) outcomes.push(...(await deliverBatch(deps, batch, queue)));
  const failed = outcomes.find(({ error }) => error !== null);
  if (failed !== undefined) throw failed.error;
};

interface Parts {
  readonly table: Table;
  readonly clock: TestClock;
  readonly vault: Vault;
  readonly receiver: ReturnType<typeof verifiedReceiver>;
  readonly quiet: Set<() => void>;
  readonly logLines: string[];
}

const depsOf = ({ table, clock, vault, receiver, quiet, logLines }: Parts): DeliveryDeps => ({
  table,
  retryPolicy: immediately,
  clock: clock.now,
  random: () => 0.5,
  newId,
  outbound: receiver.outbound,
  deadline: noDeadline,
  vault,
  notifications: notificationClauses(table, newId),
  log: logger((line) => logLines.push(line), {}),
  environment: 'local',
  divisor: 1,
  after: (_, run) => {
    quiet.add(run);
    return () => quiet.delete(run);
  },
  answers: new Lru(1_000),
  slots: 4,
});

const notificationsOf = (table: Table, partnerId: string) =>
  queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.notification(partnerId, '').pk },
  });

/** @param clock by which a lagging table lags */
export const outboxWorld = (
  table: Table,
  options: Partial<DeliveryDeps> = {},
  clock: TestClock = testClock(),
): OutboxWorld => {
  const receiver = verifiedReceiver(clock.now);
  const vault = testVault();
  const logLines: string[] = [];
  const quiet = new Set<() => void>();
  const deps = { ...depsOf({ table, clock, vault, receiver, quiet, logLines }), ...options };
  const rotate: OutboxWorld['rotate'] = (partnerId) => rotateSecret(table, vault, clock.now(), partnerId);
  // Worlds share the table, so each processes only its own partners.
  const partners = new Set<string>();
  const newPartner: OutboxWorld['newPartner'] = async (given = {}) => {
    const { endpoint = true, partnerId = newId(clock.now()), relay } = given;
    partners.add(partnerId);
    receiver.secrets.set(partnerId, [await rotate(partnerId)]);
    if (endpoint) {
      await commit(table, [webhookEndpointClause(table, partnerId, endpointOf(partnerId, clock.now(), relay))]);
    }
    return partnerId;
  };
  const switchEndpoint: OutboxWorld['switchEndpoint'] = (partnerId) => moveEndpoint(table, partnerId, clock.now());
  const dueNow: OutboxWorld['dueNow'] = async (kind) => {
    const hints = await dueHints(table, kind, clock.now());
    return hints.filter(({ pk }) => partners.has(pk.split('#')[1] ?? ''));
  };
  const deliverDue = async (queue: EventQueue): Promise<number> => {
    const hints = await dueNow(queue);
    await deliverHints(deps, hints, queue);
    return hints.length;
  };
  const keepDue = async (): Promise<number> => {
    const hints = await dueNow('outbox');
    for (const hint of hints) await runWork(runners(deps), hint);
    return hints.length;
  };
  return {
    table,
    clock,
    receiver,
    deps,
    logLines,
    newPartner,
    stayQuiet: () => {
      for (const run of quiet) run();
    },
    rotate,
    switchEndpoint,
    dueNow,
    newCustomer: (partnerId) => customersOf({ table, clock }, partnerId)(),
    settle: async (rounds = 50) => {
      for (let round = 0; round < rounds; round += 1) {
        if ((await deliverDue('event')) + (await deliverDue('slow')) + (await keepDue()) === 0) return;
      }
      throw new Error('the outbox does not come to rest');
    },
    outbox: (partnerId) => readOutbox(table, partnerId),
    notifications: (partnerId) => notificationsOf(table, partnerId),
  };
};

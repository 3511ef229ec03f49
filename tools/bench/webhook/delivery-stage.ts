import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { startDynamoDbLocal } from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import { z } from 'zod';
import type { DueHint } from '../../../lambdas/kernel/due.ts';
import { isoOf } from '../../../lambdas/kernel/time.ts';
import { newId, systemClock } from '../../../lambdas/runtime/clock.ts';
import { rotated } from '../../../lambdas/domain/webhook/rotation.ts';
import { signingSecretFrom } from '../../../lambdas/domain/webhook/signature.ts';
import { commit } from '../../../lambdas/store/table/commit.ts';
import { entryKey } from '../../../lambdas/store/webhooks/outbox-events.ts';
import { webhookEndpointClause } from '../../../lambdas/store/webhooks/webhook-endpoints.ts';
import { secretContext, webhookSecretsClause } from '../../../lambdas/store/webhooks/webhook-secrets.ts';
import { customersOf } from '../../harness/event-customers.ts';
import { openTestTable, type TestTable } from '../../harness/test-table.ts';
import { testVault } from '../../harness/test-vault.ts';
import { bundleWorker, type Bundle } from '../speed/bundles.ts';
import { figuresOfProcess, startServer } from '../speed/processes.ts';
import { variables } from './delivered/worker.ts';

/** A batch of the queue has ten messages. */
export const customersInBatch = 10;
export const batches = 40;
const warmUp = 20;
const vaultKey = Buffer.alloc(32, 5);
const secret = signingSecretFrom(Buffer.alloc(32, 7));

const folder = path.join(import.meta.dirname, 'delivered');

/** A partner with an endpoint at the address. @returns its id */
const plantPartner = async (table: TestTable, url: string): Promise<string> => {
  const now = systemClock();
  const partnerId = newId(now);
  const sealed = await testVault(vaultKey).seal(secret, secretContext(partnerId));
  const endpoint = { id: newId(now), name: 'Bench', url, is_primary: true, sealed_verify_token: '', migration_id: '' };
  await commit(table, [
    webhookSecretsClause(table, partnerId, rotated([], { sealed, by: null }, now), 0),
    webhookEndpointClause(table, partnerId, { ...endpoint, revision: 1, updated_at: isoOf(now), relay: null }),
  ]);
  return partnerId;
};

/** Events of ten customers in batches, each batch with one event of each customer. */
const plantEvents = async (table: TestTable, partnerId: string): Promise<readonly (readonly DueHint[])[]> => {
  const newCustomer = customersOf({ table, clock: { now: systemClock, pass: () => undefined } }, partnerId);
  const customers = await Promise.all(Array.from({ length: customersInBatch }, newCustomer));
  for (let batch = 0; batch < warmUp + batches; batch += 1) await Promise.all(customers.map(({ change }) => change()));
  const events = await Promise.all(customers.map((customer) => customer.events()));
  return Array.from({ length: warmUp + batches }, (_, batch) =>
    events.flatMap((ofOne) => ofOne.slice(batch, batch + 1).map((event) => entryKey(event))),
  );
};

/** The same for the peer: an item with the event as it is sent. */
const plantPlain = async (table: TestTable, hints: readonly DueHint[], partnerId: string): Promise<void> => {
  const endpoint = `peer#${partnerId}`;
  const put = (item: object) => table.client.send(new PutCommand({ TableName: table.name, Item: { ...item } }));
  await put({ pk: endpoint, sk: 'endpoint' });
  const body = JSON.stringify({ type: 'service.partner.customer.updated', data: 'x'.repeat(700) });
  await Promise.all(hints.map(({ pk, sk }) => put({ pk: `peer#${pk}`, sk, endpoint, event: { id: sk, body } })));
};

const timing = z.object({ cpu: z.number() });

export interface DeliveryStage {
  readonly ours: Bundle;
  readonly peer: Bundle;
  /** Delivers planted events in a fresh process. @returns microseconds of processor time an event, of the later batches */
  readonly time: (bundle: Bundle) => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Opens the workers, a DynamoDB Local and an endpoint, each in a process of its own. */
export const openDeliveryStage = async (): Promise<DeliveryStage> => {
  const directory = mkdtempSync(path.join(tmpdir(), 'delivered-'));
  const [local, receiver] = await Promise.all([startDynamoDbLocal(), startServer(path.join(folder, 'receiver.ts'))]);
  const table = await openTestTable(local);
  const source = (name: string): string => path.join(folder, `${name}.ts`);
  const child = bundleWorker(directory, 'child', source('child'), 'peer');
  const url = `${receiver.url}/`;
  const env = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL: local.endpoint,
    [variables.table]: table.name,
    [variables.vaultKey]: vaultKey.toString('hex'),
    [variables.secret]: secret,
    [variables.url]: url,
  };
  const deliver = async ({ name, file }: Bundle): Promise<number> => {
    const partnerId = await plantPartner(table, url);
    const hints = await plantEvents(table, partnerId);
    await plantPlain(table, hints.flat(), partnerId);
    const hintsFile = path.join(directory, 'hints.json');
    writeFileSync(hintsFile, JSON.stringify(hints));
    const args = [child.file, file, hintsFile, String(warmUp)];
    return (await figuresOfProcess(`the delivery of ${name}`, args, env, timing)).cpu;
  };
  return {
    ours: bundleWorker(directory, 'ours', source('ours'), 'ours'),
    peer: bundleWorker(directory, 'svix and standardwebhooks', source('peer'), 'peer'),
    time: deliver,
    stop: async () => {
      await Promise.all([table.stop(), receiver.stop()]);
      rmSync(directory, { recursive: true });
    },
  };
};

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { newId, systemClock, systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { translation } from '../../lambdas/store/table/attributes.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { webhookEndpointClause } from '../../lambdas/store/webhooks/webhook-endpoints.ts';
import { seedOperator } from '../../local/seed-operator.ts';
import { openForSeeding } from '../../local/seeding-principal.ts';
import type { Stack } from '../../local/stack.ts';
import { startTestStack, until } from '../../tools/harness/whole-stack.ts';
import { customersOf, type EventCustomer } from '../../tools/harness/event-customers.ts';
import { runsOf } from '../share.ts';
import { clientSettings } from '../../tools/harness/client-settings.ts';

/** The receiver's hooks have numbers from 1. */
const partnerCount = 40;
const darkCount = 4;
const customersEach = 5;
const periodMilliseconds = Math.max(20_000, runsOf(60_000));
/** A round has this multiple of the time that its events take at once, so that a machine that becomes slower does not count. */
const slack = 6;

let stack: Stack;
let table: Table;
let customers: readonly (readonly EventCustomer[])[];

const isDark = (number: number): boolean => number <= darkCount;

const tableOf = (description: Stack['description']): Table => {
  const client = new DynamoDBClient(clientSettings(description));
  return {
    name: description.dynamodb.table,
    client: DynamoDBDocumentClient.from(client, translation()),
    retryPolicy: systemRetryPolicy,
  };
};

/** A partner whose endpoint is a hook of the receiver. */
const newPartner = async (number: number): Promise<readonly EventCustomer[]> => {
  const operator = seedOperator(openForSeeding(stack.description.outputs['OperatorFunctionUrl'] ?? ''));
  const partnerId = await operator.createPartner(`Partner ${number}`);
  await operator.rotateWebhookSecret(partnerId);
  const now = systemClock();
  const endpoint = {
    id: newId(now),
    name: 'Hook',
    url: stack.receiver.receiverUrl(number),
    is_primary: true,
    sealed_verify_token: '',
    migration_id: '',
    revision: 1,
    updated_at: isoOf(now),
    relay: null,
  };
  await commit(table, [webhookEndpointClause(table, partnerId, endpoint)]);
  const world = { table, clock: { now: systemClock, pass: () => undefined } };
  return Promise.all(Array.from({ length: customersEach }, () => customersOf(world, partnerId)()));
};

beforeAll(async () => {
  stack = await startTestStack({
    seed: () => Promise.resolve({ apikey: 'none', partners: [] }),
  });
  table = tableOf(stack.description);
  const made: (readonly EventCustomer[])[] = [];
  for (let number = 1; number <= partnerCount; number += 1) made.push(await newPartner(number));
  customers = made;
});
afterAll(() => stack.stop());

const atHealthy = (): number =>
  customers.reduce((sum, _, index) => sum + (isDark(index + 1) ? 0 : stack.receiver.received(index + 1).length), 0);

const healthyCount = partnerCount - darkCount;

/** One customer of every partner, and every customer of the partners with unresponsive endpoints. */
const customersOfRound = (round: number): readonly EventCustomer[] => {
  const first = round % customersEach;
  return customers.flatMap((own, index) => (isDark(index + 1) ? own : own.slice(first, first + 1)));
};

const delivered = (count: number): Promise<number> =>
  until(
    () => Promise.resolve(atHealthy()),
    (found) => found >= count,
  );

/** The time that a round takes, from its commits until the healthy endpoints have its events. */
const timeOf = async (round: number): Promise<number> => {
  const start = systemClock();
  await Promise.all(customersOfRound(round).map((customer) => customer.change()));
  await delivered(round * healthyCount);
  return systemClock() - start;
};

/** The longest of three rounds. The rounds before them start environments. */
const measureRound = async (): Promise<number> => {
  for (let round = 1; round <= 3; round += 1) await timeOf(round);
  let longest = 0;
  for (let round = 4; round <= 6; round += 1) longest = Math.max(longest, await timeOf(round));
  return longest;
};

/**
 * Commits events at a fixed pace, one at a time: many at once keep the receiver, which is in the same process, from answering
 * within a second, and a healthy endpoint that does not is a slow one. No event waits for the delivery of another.
 * @returns the events that the healthy endpoints got a second
 */
const throughput = async (roundMilliseconds: number): Promise<number> => {
  const before = atHealthy();
  const start = systemClock();
  const waitUntil = (time: number): Promise<void> => systemRetryPolicy.sleep(Math.max(0, time - systemClock()));
  const rounds = Math.max(4, Math.floor(periodMilliseconds / roundMilliseconds));
  const changed = Array.from({ length: rounds }, (_, round) => customersOfRound(round)).flat();
  const pace = (rounds * roundMilliseconds) / changed.length;
  for (const [index, customer] of changed.entries()) {
    await waitUntil(start + index * pace);
    await customer.change();
  }
  await waitUntil(start + rounds * roundMilliseconds);
  return (1_000 * (atHealthy() - before)) / (systemClock() - start);
};

test('four unresponsive endpoints of forty leave the others nine tenths of their throughput from the first minute on', async () => {
  const round = slack * (await measureRound());
  const light = await throughput(round);
  for (let number = 1; number <= darkCount; number += 1) {
    const planned = { partner: number, delay_ms: 600_000 };
    await fetch(stack.receiver.controlUrl, { method: 'POST', body: JSON.stringify(planned) });
  }
  const dark = await throughput(round);
  process.stdout.write(`${JSON.stringify({ round, light, dark })}\n`);
  expect(dark / light).toBeGreaterThanOrEqual(0.9);
});

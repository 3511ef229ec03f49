import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { z } from 'zod';
import { retryGaps } from '../../lambdas/domain/webhook/retry.ts';
import { aSecond, startLaggingTable, type LaggingTable } from '../../tools/harness/lagging-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { outboxWorld, type OutboxWorld } from './outbox-world.ts';
import { answered, timedOut } from './verified-receiver.ts';

const clock = testClock();
let table: LaggingTable;
let world: OutboxWorld;

beforeAll(async () => {
  table = await startLaggingTable(aSecond, clock.now);
});
afterAll(() => table.stop());
beforeEach(() => {
  world = outboxWorld(table, {}, clock);
});

const Line = z.record(z.string(), z.unknown());
const linesOf = (message: string) =>
  world.logLines.map((line) => Line.parse(JSON.parse(line))).filter((line) => line['message'] === message);

test('each attempt is logged and counted, and a delivery logs the age of the event', async () => {
  const partnerId = await world.newPartner();
  const customer = await world.newCustomer(partnerId);
  const id = await customer.change('Zoë Quince');
  world.receiver.answer = () => answered(503);
  await world.settle();
  world.clock.pass(5_000);
  world.receiver.answer = () => answered(204);
  await world.settle();
  const named = { request_id: `request-${id}`, event_id: id, partner_id: partnerId, customer_id: customer.id };
  expect(linesOf('attempt')).toMatchObject([
    { ...named, attempt: 1, status: 503, attempts_failed: 1, attempt_milliseconds: 7 },
    { ...named, attempt: 2, status: 204, attempts_delivered: 1, event_age_milliseconds: 5_000 },
  ]);
  expect(world.logLines.join()).not.toMatch(/Quince|whsec_/);
});

test('an event whose last attempt failed is counted as given up', async () => {
  const customer = await world.newCustomer(await world.newPartner());
  const id = await customer.change();
  world.receiver.answer = () => timedOut;
  await world.settle();
  for (const gap of retryGaps) {
    world.clock.pass(gap);
    await world.settle();
  }
  expect(await customer.events()).toMatchObject([{ id, end: 'given_up' }]);
  expect(linesOf('an event was given up')).toMatchObject([
    { request_id: `request-${id}`, event_id: id, events_given_up: 1 },
  ]);
});

test('a worker that stops with an event leaves a line that names the call and the event', async () => {
  const customer = await world.newCustomer(await world.newPartner());
  const id = await customer.change();
  world.receiver.answer = () => new Error('the worker stops');
  await expect(world.settle()).rejects.toThrow('the worker stops');
  expect(linesOf('the delivery of an event was interrupted')).toMatchObject([
    { level: 'ERROR', request_id: `request-${id}`, event_id: id, error: { message: 'the worker stops' } },
  ]);
});

test('each attempt tells the endpoint the id of the call, which its signature does not cover', async () => {
  const customer = await world.newCustomer(await world.newPartner());
  const id = await customer.change();
  world.receiver.answer = () => answered(world.receiver.messages.length === 1 ? 503 : 200);
  await world.settle();
  world.clock.pass(5_000);
  await world.settle();
  expect(world.receiver.messages.map(({ requestId }) => requestId)).toEqual([`request-${id}`, `request-${id}`]);
});

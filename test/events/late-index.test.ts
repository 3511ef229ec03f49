import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { undeliveredLifetime } from '../../lambdas/domain/webhook/outbox.ts';
import { keepOutbox } from '../../lambdas/events/outbox/keep-outbox.ts';
import { changeOutbox } from '../../lambdas/store/webhooks/outbox.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import { aSecond, startLaggingTable, type LaggingTable } from '../../tools/harness/lagging-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { outboxWorld } from './outbox-world.ts';

const clock = testClock();
let table: LaggingTable;

beforeAll(async () => {
  table = await startLaggingTable(aSecond, clock.now);
});
afterAll(() => table.stop());

test('a keeper whose index still shows an event that has expired checks again later, not at once', async () => {
  const world = outboxWorld(table, {}, clock);
  const partnerId = await world.newPartner({ endpoint: false });
  const customer = await world.newCustomer(partnerId);
  await customer.change();
  await world.settle();
  expect((await customer.events()).map(({ end }) => end)).toEqual(['undelivered']);
  clock.pass(undeliveredLifetime + 1_000);
  await changeOutbox(table, world.deps.retryPolicy, partnerId, (record) => ({
    record: { ...record, dueAt: clock.now() },
    clauses: [],
  }));
  await keepOutbox(world.deps, partnerId);
  expect((await customer.events()).map(({ content }) => content)).toEqual([null]);
  const { dueAt } = await world.outbox(partnerId);
  expect(dueAt).toBeGreaterThan(clock.now() + 1_000);
});

test('an event that ended undelivered ends once, though its hint comes again', async () => {
  const world = outboxWorld(table, {}, clock);
  const partnerId = await world.newPartner({ endpoint: false });
  const customer = await world.newCustomer(partnerId);
  await customer.change();
  const hints = await world.dueNow('event');
  await deliverBatch(world.deps, hints, 'event');
  const ended = await customer.events();
  expect(ended.map(({ end, turn }) => [end, turn])).toEqual([['undelivered', 1]]);
  clock.pass(60_000);
  await deliverBatch(world.deps, hints, 'event');
  expect((await customer.events()).map(({ end, turn }) => [end, turn])).toEqual([['undelivered', 1]]);
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sweep } from '../../lambdas/relay/sweep.ts';
import type { QueuedHint } from '../../lambdas/runtime/due-queues.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { outboxWorld, type OutboxWorld } from './outbox-world.ts';

let table: TestTable;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const types = ({ receiver }: OutboxWorld) => receiver.messages.map(({ sequence }) => sequence);

describe('a worker whose clock is behind', () => {
  test('leaves an event that is not due by it to the sweep, which delivers it in its order', async () => {
    const world = outboxWorld(table);
    const partnerId = await world.newPartner();
    const customer = await world.newCustomer(partnerId);
    await customer.change();
    await customer.change();
    const hints = await world.dueNow('event');
    const behind = { ...world.deps, clock: () => world.clock.now() - 2_000 };
    await deliverBatch(behind, hints, 'event');
    expect(world.receiver.messages).toEqual([]);
    const sent: QueuedHint[] = [];
    await sweep(
      table,
      (queued) => {
        sent.push(...queued);
        return Promise.resolve([]);
      },
      behind.clock(),
    );
    const own = sent.filter(({ hint }) => hints.some(({ pk, sk }) => pk === hint.pk && sk === hint.sk));
    expect(own.map(({ delay }) => delay)).toEqual([2_000, 2_000]);
    world.clock.pass(Math.max(...own.map(({ delay }) => delay)));
    await deliverBatch(
      behind,
      own.map(({ hint }) => hint),
      'event',
    );
    expect(types(world)).toEqual([1, 2]);
  });

  test('delivers the first of two events, and the second gets there after it although its hint was used up', async () => {
    const world = outboxWorld(table);
    const partnerId = await world.newPartner();
    const customer = await world.newCustomer(partnerId);
    await customer.change();
    world.clock.pass(1_000);
    await customer.change();
    const hints = await world.dueNow('event');
    const behind = { ...world.deps, clock: () => world.clock.now() - 500 };
    await deliverBatch(behind, hints, 'event');
    expect(types(world)).toEqual([1]);
    world.clock.pass(15_500);
    await world.settle();
    expect(types(world)).toEqual([1, 2]);
  });
});

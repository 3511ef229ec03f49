import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DueHint } from '../../lambdas/kernel/due.ts';
import { sweep } from '../../lambdas/relay/sweep.ts';
import type { QueuedHint } from '../../lambdas/runtime/due-queues.ts';
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

describe('with the stream switched off', () => {
  test('the sweep leads to the delivery of 1,000 events, none of them twice', async () => {
    const world = outboxWorld(table, {}, clock);
    const partners = [await world.newPartner(), await world.newPartner()];
    const customers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => world.newCustomer(partners[index % 2] ?? '')),
    );
    const ids = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(customers.map(async (customer) => ids.add(await customer.change())));
    }
    const own = (hint: DueHint): boolean => partners.some((partnerId) => hint.pk.startsWith(`P#${partnerId}`));
    let sweeps = 0;
    while (sweeps < 5) {
      world.clock.pass(60_000);
      const queue: QueuedHint[] = [];
      await sweep(
        table,
        (hints) => {
          queue.push(...hints.filter((one) => one.queue === 'event' && own(one.hint)));
          return Promise.resolve([]);
        },
        world.clock.now(),
      );
      const batches = Map.groupBy(queue, (_, index) => Math.floor(index / 10)).values();
      for (const batch of batches)
        await deliverBatch(
          world.deps,
          batch.map(({ hint }) => hint),
          'event',
        );
      sweeps += 1;
    }
    expect(world.receiver.messages).toHaveLength(1_000);
    expect(new Set(world.receiver.messages.map(({ id }) => id))).toEqual(ids);
    expect(await world.dueNow('event')).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DueHint } from '../../lambdas/kernel/due.ts';
import { sweep } from '../../lambdas/relay/sweep.ts';
import { keepOutbox } from '../../lambdas/events/outbox/keep-outbox.ts';
import type { QueuedHint } from '../../lambdas/runtime/due-queues.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import type { DeliveryDeps } from '../../lambdas/events/delivery/delivery-deps.ts';
import { dice } from '../../tools/harness/dice.ts';
import { aSecond, startLaggingTable, type LaggingTable } from '../../tools/harness/lagging-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { outboxWorld } from './outbox-world.ts';
import type { EventCustomer } from '../../tools/harness/event-customers.ts';
import { Killed } from '../mortal.ts';
import { mortalTable } from './mortal-table.ts';
import { answered } from './verified-receiver.ts';

const clock = testClock();
let table: LaggingTable;

beforeAll(async () => {
  table = await startLaggingTable(aSecond, clock.now);
});
afterAll(() => table.stop());

/** Changes of several customers, in the order in which they were first sent. */
const firstSent = (ids: readonly string[]): readonly string[] => Array.from(new Set(ids));

describe('a worker that crashes', () => {
  test('200 times, at any call or after sending: no event is lost or out of order', async () => {
    const random = dice(20);
    let deaths = 0;
    const world = outboxWorld(table, {}, clock);
    const dying = (): DeliveryDeps => ({
      ...world.deps,
      table: mortalTable(table, random, 0.04, () => (deaths += 1)),
    });
    let worker = dying;
    world.receiver.answer = () => {
      const fate = random();
      if (fate < 0.1) {
        deaths += 1;
        return new Killed('with the message out');
      }
      return answered(fate < 0.2 ? 503 : 200);
    };
    const partnerId = await world.newPartner();
    const customers = await Promise.all(Array.from({ length: 8 }, () => world.newCustomer(partnerId)));
    const committed = new Map<EventCustomer, string[]>(customers.map((customer) => [customer, []]));
    const work = async (): Promise<number> => {
      const events = await world.dueNow('event');
      const slow = await world.dueNow('slow');
      const outboxes = await world.dueNow('outbox');
      const batches = Map.groupBy(events, (_, index) => Math.floor(index / 10)).values();
      await Promise.all(Array.from(batches, (batch) => deliverBatch(worker(), batch, 'event')));
      await deliverBatch(worker(), slow, 'slow');
      await Promise.allSettled(outboxes.map(() => keepOutbox(worker(), partnerId)));
      return events.length + slow.length + outboxes.length;
    };
    while (deaths < 200) {
      for (const [customer, ids] of committed) if (random() < 0.5) ids.push(await customer.change());
      await work();
      world.clock.pass(5_000);
    }
    world.receiver.answer = () => answered(200);
    worker = () => world.deps;
    for (let idle = 0; idle < 3;) {
      idle = (await work()) === 0 ? idle + 1 : 0;
      world.clock.pass(3_600_000);
    }
    for (const [customer, ids] of committed) {
      const own = world.receiver.messages.filter(({ data }) => JSON.stringify(data).includes(customer.id));
      expect(firstSent(own.map(({ id }) => id))).toEqual(ids);
      expect((await customer.events()).map(({ end }) => end)).toEqual(ids.map(() => 'delivered'));
    }
  });
});

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

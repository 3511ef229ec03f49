import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sweep } from '../../lambdas/due-sweep/sweep.ts';
import { changeOutbox } from '../../lambdas/store/webhooks/outbox.ts';
import { readAside } from '../../lambdas/store/webhooks/aside.ts';
import { deliverBatch } from '../../lambdas/webhook-delivery/deliver-batch.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { outboxWorld, type OutboxWorld } from './outbox-world.ts';
import { answered, type Answer } from './verified-receiver.ts';

let table: TestTable;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const changeOf = async (world: OutboxWorld, partnerId: string, count: number): Promise<void> => {
  const customers = await Promise.all(Array.from({ length: count }, () => world.newCustomer(partnerId)));
  await Promise.all(customers.map((customer) => customer.change()));
};

describe('an endpoint that never answers', () => {
  test('holds as many workers as it has lanes; every other worker is free at once', async () => {
    const world = outboxWorld(table);
    const [hole, other] = [await world.newPartner(), await world.newPartner()];
    await changeOf(world, hole, 120);
    const silence = Promise.withResolvers<Answer>();
    world.receiver.answer = ({ partner_id: partnerId }) => (partnerId === hole ? silence.promise : answered(200));
    const hints = await world.dueNow('event');
    const batches = Array.from(Map.groupBy(hints, (_, index) => Math.floor(index / 10)).values());
    let free = 0;
    const workers = batches.map(async (batch) => {
      await deliverBatch(world.deps, batch);
      free += 1;
    });
    const freed = Promise.race([
      Promise.all(workers),
      new Promise((resolve) => {
        setInterval(() => {
          if (free === 8) resolve(free);
        }, 10).unref();
      }),
    ]);
    expect(await freed).toBe(8);
    expect(world.receiver.messages).toHaveLength(40);
    await changeOf(world, other, 5);
    await deliverBatch(
      world.deps,
      (await world.dueNow('event')).filter(({ pk }) => pk.includes(other)),
    );
    expect(world.receiver.messages.filter(({ partner_id: partnerId }) => partnerId === other)).toHaveLength(5);
    expect((await readAside(table, 'held', hole, { limit: 200 })).events).toHaveLength(80);
    silence.resolve(answered(200));
    await Promise.all(workers);
  });
});

describe('the events of a paused endpoint', () => {
  test('cost one write each, and then nothing however long it is away', async () => {
    const world = outboxWorld(table);
    const partnerId = await world.newPartner();
    const now = world.clock.now();
    const health = {
      state: 'paused',
      since: now,
      failures: 10,
      warned: true,
      probes: 9,
      probeAt: now + 3_600_000,
    } as const;
    await changeOutbox(table, world.deps.retryPolicy, partnerId, (record) => ({
      record: { ...record, health },
      clauses: [],
    }));
    await changeOf(world, partnerId, 100);
    const writes: string[] = [];
    const counting = {
      ...table,
      client: new Proxy(table.client, {
        get: (client, property) => {
          if (property !== 'send') return Reflect.get(client, property) as unknown;
          return (command: Parameters<typeof client.send>[0]) => {
            if (command.constructor.name !== 'QueryCommand' && command.constructor.name !== 'BatchGetCommand') {
              writes.push(command.constructor.name);
            }
            return client.send(command);
          };
        },
      }),
    };
    const deps = { ...world.deps, table: counting };
    await deliverBatch(deps, await world.dueNow('event'));
    expect(writes.filter((name) => name === 'UpdateCommand')).toHaveLength(100);
    writes.length = 0;
    for (let swept = 0; swept < 50; swept += 1) {
      world.clock.pass(60_000);
      const sent: number[] = [];
      await sweep(
        counting,
        (hints) => {
          sent.push(...hints.filter(({ hint }) => hint.pk.includes(partnerId)).map(() => 1));
          return Promise.resolve([]);
        },
        world.clock.now(),
      );
      expect(sent).toEqual([]);
    }
    expect(writes).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DueHint } from '../../lambdas/kernel/due.ts';
import { sweep } from '../../lambdas/relay/sweep.ts';
import { Lru } from '../../lambdas/kernel/lru.ts';
import { changeOutbox } from '../../lambdas/store/webhooks/outbox.ts';
import { readPartnerShard } from '../../lambdas/store/webhooks/partner-shard.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { interposed } from '../interposed-table.ts';
import { makeSlow, outboxWorld, until, type OutboxWorld } from './outbox-world.ts';
import { answered, timedOut, type Answer } from './verified-receiver.ts';

let table: TestTable;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const changeOf = async (world: OutboxWorld, partnerId: string, count: number): Promise<void> => {
  const customers = await Promise.all(Array.from({ length: count }, () => world.newCustomer(partnerId)));
  await Promise.all(customers.map((customer) => customer.change()));
};

/** Resolves when that many of the workers are free. */
const freed = async (workers: readonly Promise<unknown>[], count: number): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let free = 0;
  for (const worker of workers) {
    void worker.then(() => {
      free += 1;
      if (free === count) resolve(undefined);
    });
  }
  await promise;
};

const inTens = (hints: readonly DueHint[]): readonly DueHint[][] =>
  Array.from(Map.groupBy(hints, (_, index) => Math.floor(index / 10)).values());

const sentTo = (world: OutboxWorld, partnerId: string): number =>
  world.receiver.messages.filter((message) => message.partner_id === partnerId).length;

describe('an endpoint that never answers', () => {
  test('occupies each fast worker for one exchange, and later workers not at all', async () => {
    const world = outboxWorld(table);
    const [hole, other] = [await world.newPartner(), await world.newPartner()];
    await changeOf(world, hole, 60);
    const silence = Promise.withResolvers<Answer>();
    world.receiver.answer = ({ partner_id: partnerId }) => (partnerId === hole ? silence.promise : answered(200));
    const [early = [], ...late] = inTens(await world.dueNow('event'));
    const held = deliverBatch(world.deps, early, 'event');
    await until(() => sentTo(world, hole) === 1);
    world.stayQuiet();
    await until(async () => (await world.outbox(hole)).pace.state === 'slow');
    const workers = late.map((batch) => deliverBatch({ ...world.deps, answers: new Lru(1) }, batch, 'event'));
    await Promise.all(workers);
    expect(sentTo(world, hole)).toBe(1);
    expect(await world.dueNow('slow')).toHaveLength(59);
    await changeOf(world, other, 5);
    await deliverBatch(world.deps, await world.dueNow('event'), 'event');
    expect(sentTo(world, other)).toBe(5);
    silence.resolve(timedOut);
    await held;
    expect(await world.dueNow('slow')).toHaveLength(60);
  });

  test('occupies one slow worker with one exchange; events without a free slot are parked', async () => {
    const world = outboxWorld(table);
    const hole = await world.newPartner();
    await makeSlow(world, hole, null);
    await changeOf(world, hole, 60);
    const silence = Promise.withResolvers<Answer>();
    world.receiver.answer = () => silence.promise;
    await deliverBatch(world.deps, await world.dueNow('event'), 'event');
    const workers = inTens(await world.dueNow('slow')).map((batch) => deliverBatch(world.deps, batch, 'slow'));
    await freed(workers, 5);
    expect(sentTo(world, hole)).toBe(1);
    expect((await readPartnerShard(table, 'parked', hole, { limit: 200 })).events).toHaveLength(50);
    silence.resolve(timedOut);
    await Promise.all(workers);
    expect(sentTo(world, hole)).toBe(1);
    expect((await readPartnerShard(table, 'parked', hole, { limit: 200 })).events).toHaveLength(59);
  });
});

describe('a slow endpoint that answers', () => {
  test('occupies as many workers as it has slots', async () => {
    const world = outboxWorld(table);
    const slow = await world.newPartner();
    await makeSlow(world, slow, world.clock.now());
    await changeOf(world, slow, 120);
    const answer = Promise.withResolvers<Answer>();
    world.receiver.answer = () => answer.promise;
    await deliverBatch(world.deps, await world.dueNow('event'), 'event');
    const workers = inTens(await world.dueNow('slow')).map((batch) => deliverBatch(world.deps, batch, 'slow'));
    await freed(workers, 8);
    expect(sentTo(world, slow)).toBe(40);
    answer.resolve(answered(200));
    await Promise.all(workers);
  });
});

describe('the events of a paused endpoint', () => {
  test('cost one write each, and then nothing, however long it is paused', async () => {
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
    const counting = interposed(table, (command, send) => {
      const { name } = command.constructor;
      if (name !== 'QueryCommand' && name !== 'BatchGetCommand') writes.push(name);
      return send();
    });
    const deps = { ...world.deps, table: counting };
    await deliverBatch(deps, await world.dueNow('event'), 'event');
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

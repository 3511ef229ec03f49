import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { promptUntilFast } from '../../lambdas/domain/webhook/pace.ts';
import { keepOutbox } from '../../lambdas/events/outbox/keep-outbox.ts';
import { listAttempts } from '../../lambdas/store/webhooks/event-attempts.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { makeSlow, outboxWorld, type OutboxWorld } from './outbox-world.ts';
import type { EventCustomer } from '../../tools/harness/event-customers.ts';
import { answered, timedOut } from './verified-receiver.ts';

let table: TestTable;
let world: OutboxWorld;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(() => {
  world = outboxWorld(table);
});

const late = { ...answered(200), milliseconds: 1_500 };
const deliver = async (queue: 'event' | 'slow'): Promise<void> => {
  const outcomes = await deliverBatch(world.deps, await world.dueNow(queue), queue);
  expect(outcomes.filter(({ error }) => error !== null)).toEqual([]);
};
const newCustomers = (partnerId: string, count: number): Promise<readonly EventCustomer[]> =>
  Promise.all(Array.from({ length: count }, () => world.newCustomer(partnerId)));

describe('an endpoint that becomes slow', () => {
  test('gets the event once more from the slow queue, with the same id and no attempt counted', async () => {
    const partnerId = await world.newPartner();
    const customer = await world.newCustomer(partnerId);
    const id = await customer.change();
    world.receiver.answer = () => timedOut;
    await deliver('event');
    expect((await world.outbox(partnerId)).health.state).toBe('healthy');
    expect(await customer.events()).toMatchObject([{ id, attempts: 0, end: null }]);
    world.clock.pass(5_000);
    world.receiver.answer = () => late;
    await deliver('event');
    expect(world.receiver.messages).toHaveLength(1);
    await deliver('slow');
    expect(world.receiver.messages).toMatchObject([
      { id, limit: 5_000 },
      { id, limit: null },
    ]);
    const [event] = await customer.events();
    if (event === undefined) throw new Error('no event');
    expect(event).toMatchObject({ attempts: 1, end: 'delivered' });
    expect(await listAttempts(table, event)).toMatchObject([
      { status: null, error: 'handed_over' },
      { status: 200, error: null },
    ]);
  });

  test('gets no event twice once it is known to be slow', async () => {
    const partnerId = await world.newPartner();
    const customers = await newCustomers(partnerId, 5);
    await customers[0]?.change();
    world.receiver.answer = () => timedOut;
    await deliver('event');
    world.clock.pass(15_000);
    world.receiver.answer = () => late;
    for (const customer of customers) await customer.change();
    await world.settle();
    const ids = world.receiver.messages.map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([7, 6]);
  });

  test('has the events of each customer in their order', async () => {
    const partnerId = await world.newPartner();
    const customers = await newCustomers(partnerId, 3);
    for (const customer of customers) for (let count = 0; count < 4; count += 1) await customer.change();
    world.receiver.answer = ({ limit }) => (limit === null ? late : timedOut);
    await world.settle();
    for (const customer of customers) {
      const own = world.receiver.messages.filter(({ data }) => JSON.stringify(data).includes(customer.id));
      const sequences = own.map(({ sequence }) => sequence);
      expect(Array.from(new Set(sequences))).toEqual([1, 2, 3, 4]);
      expect(sequences).toEqual(sequences.toSorted());
    }
  });
});

describe('a slow endpoint', () => {
  test('is fast again after 20 responses within a second, and then needs no slot', async () => {
    const partnerId = await world.newPartner();
    await makeSlow(world, partnerId, world.clock.now());
    const customers = await newCustomers(partnerId, promptUntilFast);
    for (const customer of customers.slice(1)) await customer.change();
    await world.settle();
    expect((await world.outbox(partnerId)).pace).toMatchObject({ state: 'slow', prompt: promptUntilFast - 1 });
    await customers[0]?.change();
    await world.settle();
    expect((await world.outbox(partnerId)).pace).toEqual({ state: 'fast' });
    await customers[0]?.change();
    await deliverBatch({ ...world.deps, slots: 0 }, await world.dueNow('event'), 'event');
    expect(world.receiver.messages).toHaveLength(promptUntilFast + 1);
  });

  test('gets one exchange every half minute while it is unresponsive', async () => {
    const partnerId = await world.newPartner();
    await makeSlow(world, partnerId, null);
    for (const customer of await newCustomers(partnerId, 12)) await customer.change();
    world.receiver.answer = () => timedOut;
    await deliver('event');
    await deliver('slow');
    expect(world.receiver.messages).toHaveLength(1);
    const sent: number[] = [];
    for (let passed = 0; passed < 60; passed += 5) {
      const before = world.receiver.messages.length;
      if ((await world.dueNow('outbox')).length > 0) await keepOutbox(world.deps, partnerId);
      sent.push(world.receiver.messages.length - before);
      world.clock.pass(5_000);
    }
    expect(sent).toEqual([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
  });

  test('gets its parked events as soon as it answers', async () => {
    const partnerId = await world.newPartner();
    await makeSlow(world, partnerId, null);
    for (const customer of await newCustomers(partnerId, 12)) await customer.change();
    world.receiver.answer = () => timedOut;
    await deliver('event');
    await deliver('slow');
    await keepOutbox(world.deps, partnerId);
    world.receiver.answer = () => answered(200);
    world.clock.pass(10_000);
    await world.settle();
    expect(new Set(world.receiver.messages.map(({ id }) => id)).size).toBe(12);
  });
});

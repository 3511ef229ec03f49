import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { retryGaps } from '../../lambdas/domain/webhook/retry.ts';
import { work } from '../../lambdas/kernel/work.ts';
import { withoutData } from '../../lambdas/store/customers/packed-entry.ts';
import { changeEntry, storedEntries } from '../../lambdas/store/erasure/erase-history.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import { listAttempts } from '../../lambdas/store/webhooks/event-attempts.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { outboxWorld, until, type OutboxWorld } from './outbox-world.ts';
import { answered, timedOut, type Answer } from './verified-receiver.ts';

let table: TestTable;
let world: OutboxWorld;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(() => {
  world = outboxWorld(table);
});

describe('an event', () => {
  test('is delivered as it was committed, signed, and ends', async () => {
    const customer = await world.newCustomer(await world.newPartner());
    const id = await customer.change('Zoë');
    await world.settle();
    expect(world.receiver.messages).toMatchObject([
      { id, type: 'service.partner.customer.updated', sequence: 1, data: { customer: { customer_name: 'Zoë' } } },
    ]);
    expect(await customer.events()).toMatchObject([{ id, end: 'delivered', attempts: 1 }]);
    expect(await world.dueNow('event')).toEqual([]);
  });

  test('has a record of each attempt with its status, its time and its error', async () => {
    const customer = await world.newCustomer(await world.newPartner());
    await customer.change();
    world.receiver.answer = () => timedOut;
    await world.settle();
    world.receiver.answer = () => answered(503);
    world.clock.pass(5_000);
    await world.settle();
    const [event] = await customer.events();
    expect(event).toMatchObject({ attempts: 2, end: null });
    if (event === undefined) throw new Error('no event');
    expect(await listAttempts(table, event)).toEqual([
      { at: '2030-01-02T03:04:05.000Z', status: null, milliseconds: 15_000, error: 'timeout', probe: false },
      { at: '2030-01-02T03:04:10.000Z', status: 503, milliseconds: 7, error: null, probe: false },
    ]);
  });

  test('is tried ten times on the whole schedule, to the millisecond at the middle of its jitter, then given up', async () => {
    const customer = await world.newCustomer(await world.newPartner());
    const id = await customer.change();
    const sent = () => world.receiver.messages.filter((message) => message.id === id);
    world.receiver.answer = () => answered(500);
    const start = world.clock.now();
    await world.settle();
    for (const gap of retryGaps) {
      world.clock.pass(gap - 1);
      await world.settle();
      world.clock.pass(1);
      await world.settle();
    }
    const gaps = sent().map(({ at }) => at - start);
    expect(gaps).toEqual(retryGaps.reduce<number[]>((times, gap) => [...times, (times.at(-1) ?? 0) + gap], [0]));
    expect(gaps).toHaveLength(10);
    expect(await customer.events()).toMatchObject([{ attempts: 10, end: 'given_up' }]);
    world.clock.pass(30 * 24 * 3_600_000 - 1);
    await world.settle();
    expect(sent()).toHaveLength(10);
  });

  test('waits for the time in Retry-After, a day at most', async () => {
    const customer = await world.newCustomer(await world.newPartner());
    await customer.change();
    world.receiver.answer = () => answered(429, { 'retry-after': '3600' });
    await world.settle();
    world.clock.pass(3_600_000 - 1);
    await world.settle();
    expect(world.receiver.messages).toHaveLength(1);
    world.receiver.answer = () => answered(503, { 'retry-after': '9999999' });
    world.clock.pass(1);
    await world.settle();
    expect(world.receiver.messages).toHaveLength(2);
    world.clock.pass(24 * 3_600_000);
    world.receiver.answer = () => answered(204);
    await world.settle();
    expect(world.receiver.messages).toHaveLength(3);
    expect(await customer.events()).toMatchObject([{ end: 'delivered', attempts: 3 }]);
  });

  test('is given up without being sent when its content was erased, and the next one is sent', async () => {
    const customer = await world.newCustomer(await world.newPartner());
    await customer.change();
    const second = await customer.change();
    const [event] = await customer.events();
    if (event === undefined) throw new Error('no event');
    for await (const page of storedEntries(table, event.partnerId, event.customerId, event.number - 1)) {
      const [stored] = page;
      if (stored?.event == null) throw new Error('no event is stored');
      await changeEntry(table, stored, { entry: stored.entry, event: withoutData(stored.event) });
      break;
    }
    await world.settle();
    expect(world.receiver.messages.map(({ id }) => id)).toEqual([second]);
    expect(await customer.events()).toMatchObject([{ end: 'given_up' }, { end: 'delivered' }]);
  });
});

describe('the events of a customer', () => {
  test('are sent in their order, in whatever order their hints come', async () => {
    const customer = await world.newCustomer(await world.newPartner());
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await customer.change());
    const hints = await world.dueNow('event');
    const backwards = hints.toSorted((left, right) => (left.sk < right.sk ? 1 : -1));
    for (const hint of backwards) await deliverBatch(world.deps, [hint], 'event');
    expect(world.receiver.messages.map(({ id, sequence }) => [id, sequence])).toEqual(
      ids.map((id, index) => [id, index + 1]),
    );
    expect(await world.dueNow('event')).toEqual([]);
  });

  test('are sent in their order, however many workers receive their hints at once', async () => {
    const customers = [];
    const partnerId = await world.newPartner();
    for (let count = 0; count < 6; count += 1) customers.push(await world.newCustomer(partnerId));
    for (const customer of customers) for (let count = 0; count < 6; count += 1) await customer.change();
    const hints = await world.dueNow('event');
    const many = { ...world.deps, slots: 100 };
    await Promise.all(hints.toReversed().map((hint) => deliverBatch(many, [hint], 'event')));
    await world.settle();
    for (const customer of customers) {
      const own = world.receiver.messages.filter(({ data }) => JSON.stringify(data).includes(customer.id));
      expect(own.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    }
  });

  test('wait without polling until the previous one is delivered', async () => {
    const partnerId = await world.newPartner();
    const [customer, other] = [await world.newCustomer(partnerId), await world.newCustomer(partnerId)];
    const first = await customer.change();
    const second = await customer.change();
    world.receiver.answer = ({ id }) => answered(id === first ? 500 : 200);
    await world.settle();
    const others = await other.change();
    await world.settle();
    expect(world.receiver.messages.map(({ id }) => id)).toEqual([first, others]);
    expect(await customer.events()).toMatchObject([{ end: null, follower: 3 }, { end: null }]);
    world.clock.pass(3_600_000);
    expect(await world.dueNow('event')).toHaveLength(1);
    world.receiver.answer = () => answered(200);
    await world.settle();
    expect(world.receiver.messages.map(({ id }) => id)).toEqual([first, others, first, second]);
  });

  test('are sent after one that was given up', async () => {
    const customer = await world.newCustomer(await world.newPartner());
    const first = await customer.change();
    await customer.change();
    await customer.change();
    world.receiver.answer = ({ id }) => answered(id === first ? 500 : 200);
    await world.settle();
    for (const gap of retryGaps) {
      world.clock.pass(gap);
      await world.settle();
    }
    expect(await customer.events()).toMatchObject([{ end: 'given_up' }, { end: 'delivered' }, { end: 'delivered' }]);
  });
});

describe('a rotation of the secret', () => {
  test('loses no delivery: both secrets verify for a day, then the new one alone', async () => {
    const partnerId = await world.newPartner();
    const old = world.receiver.secrets.get(partnerId)?.[0] ?? '';
    const customers = await Promise.all(Array.from({ length: 20 }, () => world.newCustomer(partnerId)));
    let fresh = old;
    for (let round = 0; round < 50; round += 1) {
      if (round === 20) {
        fresh = await world.rotate(partnerId);
        world.receiver.secrets.set(partnerId, [fresh, old]);
      }
      if (round === 40) {
        world.clock.pass(24 * 3_600_000);
        world.receiver.secrets.set(partnerId, [fresh]);
      }
      await Promise.all(customers.map((customer) => customer.change()));
      await world.settle();
    }
    expect(world.receiver.messages).toHaveLength(1_000);
    const counts = world.receiver.messages.map(({ signatures }) => signatures.length);
    expect(counts).toEqual([
      ...Array<number>(400).fill(1),
      ...Array<number>(400).fill(2),
      ...Array<number>(200).fill(1),
    ]);
  });
});

describe('an event that is committed while the previous one is sent', () => {
  const sending = async () => {
    const customer = await world.newCustomer(await world.newPartner());
    const ids = [await customer.change()];
    const { promise, resolve } = Promise.withResolvers<Answer>();
    world.receiver.answer = ({ id }) => (id === ids[0] ? promise : answered(200));
    const [first] = await world.dueNow('event');
    if (first === undefined) throw new Error('no hint');
    const worker = deliverBatch(world.deps, [first], 'event');
    await until(() => world.receiver.messages.length === 1);
    ids.push(await customer.change());
    const second = (await world.dueNow('event')).filter(({ sk }) => sk !== first.sk);
    return { customer, ids, first, second, worker, answer: resolve };
  };

  test('is left to the worker that sends the previous one, and is not written', async () => {
    const { customer, ids, second, worker, answer } = await sending();
    const before = await customer.events();
    await deliverBatch(world.deps, second, 'event');
    expect(JSON.stringify(await customer.events())).toBe(JSON.stringify(before));
    answer(answered(200));
    await worker;
    expect(world.receiver.messages.map(({ id }) => id)).toEqual(ids);
    expect(await customer.events()).toMatchObject([{ end: 'delivered' }, { end: 'delivered' }]);
  });

  test('becomes the follower of the previous one when that fails', async () => {
    const { customer, ids, second, worker, answer } = await sending();
    await deliverBatch(world.deps, second, 'event');
    answer(answered(500));
    await worker;
    await world.settle();
    expect(await world.dueNow('event')).toEqual([]);
    expect(await customer.events()).toMatchObject([{ follower: 3 }, { end: null }]);
    world.receiver.answer = () => answered(200);
    world.clock.pass(5_000);
    await world.settle();
    expect(world.receiver.messages.map(({ id }) => id)).toEqual([ids[0], ...ids]);
  });

  test('gets another hint when that worker cannot continue', async () => {
    const { ids, second, worker, answer } = await sending();
    await deliverBatch(world.deps, second, 'event');
    world.clock.pass(1_000);
    answer({ ...answered(200), milliseconds: 1_000 });
    await worker;
    expect(world.receiver.messages).toHaveLength(1);
    const [hint] = second;
    if (hint === undefined) throw new Error('no hint');
    // Its due time has changed, so the stream sends its hint.
    expect((await getItem(table, hint))?.['due_at']).toBe(isoOf(world.clock.now()));
    await world.settle();
    expect(world.receiver.messages.map(({ id }) => id)).toEqual(ids);
  });

  test('is taken by no other worker until the lease on the previous one expires', async () => {
    const { first, worker, answer } = await sending();
    const others = { ...world.deps };
    await deliverBatch(others, [first], 'event');
    world.clock.pass(work.event.lease);
    await deliverBatch(others, [first], 'event');
    expect(world.receiver.messages).toHaveLength(1);
    world.clock.pass(1);
    world.receiver.answer = () => answered(200);
    await deliverBatch(others, [first], 'event');
    expect(world.receiver.messages.map(({ sequence }) => sequence)).toEqual([1, 1, 2]);
    answer(answered(200));
    await worker;
  });
});

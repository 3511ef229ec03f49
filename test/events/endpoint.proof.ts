import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readPartnerShard } from '../../lambdas/store/webhooks/partner-shard.ts';
import { keepOutbox } from '../../lambdas/events/outbox/keep-outbox.ts';
import { listAttempts } from '../../lambdas/store/webhooks/event-attempts.ts';
import { resendEvent } from '../../lambdas/store/webhooks/event-resend.ts';
import { takeConcurrencySlot } from '../../lambdas/store/webhooks/concurrency-slots.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import { parkEvents } from '../../lambdas/events/delivery/park-events.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { makeSlow, outboxWorld, type OutboxWorld } from './outbox-world.ts';
import type { EventCustomer } from '../../tools/harness/event-customers.ts';
import { answered } from './verified-receiver.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let table: TestTable;
let world: OutboxWorld;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(() => {
  world = outboxWorld(table);
});

const parked = async (partnerId: string): Promise<number> =>
  (await readPartnerShard(table, 'parked', partnerId, { limit: 1000 })).events.length;

const newCustomers = (partnerId: string, count: number): Promise<readonly EventCustomer[]> =>
  Promise.all(Array.from({ length: count }, () => world.newCustomer(partnerId)));

/** Fails ten attempts over more than five minutes, so that the endpoint is paused. */
const pause = async (partnerId: string): Promise<readonly EventCustomer[]> => {
  const customers = await newCustomers(partnerId, 9);
  world.receiver.answer = () => answered(500);
  for (const customer of customers) await customer.change();
  await world.settle();
  expect((await world.outbox(partnerId)).health).toMatchObject({ state: 'failing', failures: 9 });
  world.clock.pass(6 * minute);
  await world.settle();
  expect((await world.outbox(partnerId)).health).toMatchObject({ state: 'paused' });
  return customers;
};

const sentSince = (count: number) => world.receiver.messages.slice(count);

describe('a paused endpoint', () => {
  test('gets only probes, one at a time and at growing intervals', async () => {
    const partnerId = await world.newPartner();
    await pause(partnerId);
    const before = world.receiver.messages.length;
    const at: number[] = [];
    const start = world.clock.now();
    for (let passed = 0; passed < 4 * 60; passed += 5) {
      const [late] = await newCustomers(partnerId, 1);
      await late?.change();
      world.clock.pass(5 * minute);
      await world.settle();
      for (const message of sentSince(before + at.length)) at.push((message.at - start) / minute);
    }
    // Five minutes after the pause, then 10, 20, 40, and once an hour.
    expect(at.map((time, index) => time - (at[index - 1] ?? 0))).toEqual([5, 10, 20, 40, 60, 60]);
    expect(await parked(partnerId)).toBe(9 + 48);
  });

  test("gets the parked events when it has recovered, each customer's in order", async () => {
    const partnerId = await world.newPartner();
    const customers = await pause(partnerId);
    for (const customer of customers) for (let count = 0; count < 3; count += 1) await customer.change();
    await world.settle();
    const before = world.receiver.messages.length;
    world.receiver.answer = () => answered(200);
    world.clock.pass(5 * minute);
    await world.settle();
    expect(await parked(partnerId)).toBe(0);
    expect((await world.outbox(partnerId)).health).toEqual({ state: 'healthy' });
    for (const customer of customers) {
      const own = sentSince(before).filter(({ data }) => JSON.stringify(data).includes(customer.id));
      expect(own.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    }
  });

  test('does not count a failed probe as an attempt of the event', async () => {
    const partnerId = await world.newPartner();
    const customers = await pause(partnerId);
    const attempts = async () => (await Promise.all(customers.map((customer) => customer.events()))).flat();
    const before = (await attempts()).map((event) => event.attempts);
    world.clock.pass(30 * minute);
    await world.settle();
    expect((await attempts()).map((event) => event.attempts)).toEqual(before);
    const rows = await Promise.all((await attempts()).map((event) => listAttempts(table, event)));
    expect(rows.flat().filter(({ probe }) => probe)).toHaveLength(1);
  });

  test('warns the members after half of the time and is disabled at its end; its events are undelivered', async () => {
    const partnerId = await world.newPartner();
    const customers = await pause(partnerId);
    const start = world.clock.now();
    const notified: (readonly [string, number])[] = [];
    while ((await world.outbox(partnerId)).health.state !== 'disabled') {
      world.clock.pass(4 * 60 * minute);
      await world.settle();
      const notifications = await world.notifications(partnerId);
      if (notifications.length > notified.length)
        notified.push([String(notifications.at(-1)?.['severity']), (world.clock.now() - start) / day]);
    }
    expect(notified.map(([severity]) => severity)).toEqual(['warning', 'critical']);
    expect(notified[0]?.[1]).toBeCloseTo(2.5, 1);
    expect(notified[1]?.[1]).toBeCloseTo(5, 1);
    const ends = (await Promise.all(customers.map((customer) => customer.events()))).flat().map(({ end }) => end);
    expect(new Set(ends)).toEqual(new Set(['undelivered']));
    expect(await parked(partnerId)).toBe(0);
    const before = world.receiver.messages.length;
    await customers[0]?.change();
    await world.settle();
    expect(world.receiver.messages).toHaveLength(before);
    expect((await customers[0]?.events())?.map(({ end }) => end)).toEqual(['undelivered', 'undelivered']);
  });
});

describe('an endpoint that answers 410', () => {
  test('is disabled at once, and the members are notified', async () => {
    const partnerId = await world.newPartner();
    const customer = await world.newCustomer(partnerId);
    await customer.change();
    await customer.change();
    world.receiver.answer = () => answered(410);
    await world.settle();
    expect(world.receiver.messages).toHaveLength(1);
    expect((await world.outbox(partnerId)).health).toMatchObject({ state: 'disabled', reason: 'gone' });
    expect(await customer.events()).toMatchObject([{ end: 'undelivered' }, { end: 'undelivered' }]);
    expect(await world.notifications(partnerId)).toMatchObject([
      { severity: 'critical', entity: { type: 'webhook_endpoint' } },
    ]);
  });
});

describe('a partner without an endpoint', () => {
  test('has undelivered events for 30 days, in which they can be resent', async () => {
    const partnerId = await world.newPartner({ endpoint: false });
    const customer = await world.newCustomer(partnerId);
    const first = await customer.change();
    await customer.change();
    await world.settle();
    expect(world.receiver.messages).toEqual([]);
    expect(await customer.events()).toMatchObject([{ end: 'undelivered' }, { end: 'undelivered' }]);
    const [event] = await customer.events();
    if (event === undefined) throw new Error('no event');
    const { events: undelivered } = await readPartnerShard(table, 'undelivered', partnerId, { limit: 10 });
    expect(undelivered).toHaveLength(2);
    world.clock.pass(30 * day - 1);
    await world.settle();
    expect(await customer.events()).toMatchObject([{ content: { id: first } }, { content: {} }]);
    world.clock.pass(1);
    await world.settle();
    expect(await customer.events()).toMatchObject([{ content: null }, { content: null }]);
    expect(await resendEvent(table, event, world.clock.now())).toBe(false);
    expect((await readPartnerShard(table, 'undelivered', partnerId, { limit: 10 })).events).toEqual([]);
  });
});

describe('an event that has ended', () => {
  test('is resent by the operator with the same id and all attempts before it', async () => {
    const partnerId = await world.newPartner();
    const customer = await world.newCustomer(partnerId);
    await customer.change();
    await world.settle();
    const [event] = await customer.events();
    if (event === undefined) throw new Error('no event');
    expect(await resendEvent(table, event, world.clock.now())).toBe(true);
    // At the same time it could be the repetition of a call whose response was lost, so the clock moves on.
    expect(await resendEvent(table, event, world.clock.now() + 1)).toBe(false);
    await world.settle();
    expect(world.receiver.messages.map(({ id }) => id)).toEqual([event.id, event.id]);
    expect(await customer.events()).toMatchObject([{ end: 'delivered', attempts: 1 }]);
  });
});

describe('a busy slow endpoint', () => {
  test('gets no more workers than it has slots; the keeper sends the other events', async () => {
    const partnerId = await world.newPartner();
    await makeSlow(world, partnerId, world.clock.now());
    const customers = await newCustomers(partnerId, 12);
    for (const customer of customers) await customer.change();
    const now = world.clock.now();
    for (let slot = 0; slot < world.deps.slots; slot += 1) {
      expect(
        await takeConcurrencySlot(table, partnerId, world.deps.slots, now, now + minute, world.deps.random),
      ).not.toBeNull();
    }
    expect(
      await takeConcurrencySlot(table, partnerId, world.deps.slots, now, now + minute, world.deps.random),
    ).toBeNull();
    await deliverBatch(world.deps, await world.dueNow('event'), 'event');
    expect(world.receiver.messages).toEqual([]);
    await deliverBatch(world.deps, await world.dueNow('slow'), 'slow');
    expect(world.receiver.messages).toEqual([]);
    expect(await parked(partnerId)).toBe(12);
    await keepOutbox(world.deps, partnerId);
    expect(world.receiver.messages).toHaveLength(12);
  });

  test('has the slot of a crashed worker free again when the slot has expired', async () => {
    const partnerId = await world.newPartner();
    const now = world.clock.now();
    for (let slot = 0; slot < 4; slot += 1) await takeConcurrencySlot(table, partnerId, 4, now, now + minute, () => 0);
    expect(await takeConcurrencySlot(table, partnerId, 4, now + minute - 1, now + 2 * minute, () => 0)).toBeNull();
    expect(await takeConcurrencySlot(table, partnerId, 4, now + minute, now + 2 * minute, () => 0)).not.toBeNull();
  });

  test('gets an event that a slow worker parks after the keeper found none', async () => {
    const partnerId = await world.newPartner();
    const [first, late] = await newCustomers(partnerId, 2);
    await first?.change();
    await late?.change();
    const [hint, lateHint] = await world.dueNow('event');
    if (hint === undefined || lateHint === undefined) throw new Error('no hints');
    await parkEvents(world.deps, await world.outbox(partnerId), [hint]);
    const known = await world.outbox(partnerId);
    await keepOutbox(world.deps, partnerId);
    expect(world.receiver.messages).toHaveLength(1);
    world.clock.pass(60_000);
    await keepOutbox(world.deps, partnerId);
    await parkEvents(world.deps, known, [lateHint]);
    world.clock.pass(2_000);
    await world.settle();
    expect(world.receiver.messages).toHaveLength(2);
    world.clock.pass(240_000);
    await world.settle();
    expect((await world.outbox(partnerId)).dueAt).toBeNull();
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { EndpointHealth } from '../../lambdas/domain/webhook/endpoint-health.ts';
import { undeliveredLifetime, workerTime } from '../../lambdas/domain/webhook/outbox.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import type { DeliveryDeps } from '../../lambdas/events/delivery/delivery-deps.ts';
import { parkEvents } from '../../lambdas/events/delivery/park-events.ts';
import { keepOutbox } from '../../lambdas/events/outbox/keep-outbox.ts';
import { expireContents } from '../../lambdas/events/outbox/steps.ts';
import { isoOf, minute, second } from '../../lambdas/kernel/time.ts';
import { outboundLimits } from '../../lambdas/outbound/client.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { changeOutbox, type OutboxRecord } from '../../lambdas/store/webhooks/outbox.ts';
import { readPartnerShard } from '../../lambdas/store/webhooks/partner-shard.ts';
import type { EventCustomer } from '../../tools/harness/event-customers.ts';
import { noDeadline } from '../../tools/harness/no-deadline.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { interposed, type Command } from '../interposed-table.ts';
import { outboxWorld, type OutboxWorld } from './outbox-world.ts';
import { answered } from './verified-receiver.ts';

let table: TestTable;
let world: OutboxWorld;
let partnerId: string;
let customer: EventCustomer;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(async () => {
  world = outboxWorld(table);
  partnerId = await world.newPartner();
  customer = await world.newCustomer(partnerId);
});

const change = async (changes: Partial<OutboxRecord>): Promise<void> => {
  await changeOutbox(table, world.deps.retryPolicy, partnerId, (record) => ({
    record: { ...record, ...changes },
    clauses: [],
  }));
};

const setHealth = (health: EndpointHealth): Promise<void> => change({ health });

const ends = async (): Promise<readonly unknown[]> => (await customer.events()).map(({ end }) => end);

/** A worker that may begin exchanges for some time. */
const workerFor = (milliseconds: number, more: Partial<DeliveryDeps> = {}): DeliveryDeps => ({
  ...world.deps,
  ...more,
  deadline: { ...noDeadline, calls: world.clock.now() + milliseconds + outboundLimits.milliseconds },
});

/** A table in which a kind of commands takes ten seconds. */
const slow = (isSlow: (command: Command) => boolean): Table =>
  interposed(table, async (command, send) => {
    const answer = await send();
    if (isSlow(command)) world.clock.pass(10 * second);
    return answer;
  });

const park = async (): Promise<void> =>
  parkEvents(world.deps, await world.outbox(partnerId), await world.dueNow('event'));

describe('a keeper', () => {
  test('begins no exchange after its time', async () => {
    for (let count = 0; count < 3; count += 1) await customer.change();
    await park();
    world.receiver.answer = () => {
      world.clock.pass(10 * second);
      return answered(200);
    };
    await keepOutbox(workerFor(20 * second), partnerId);
    expect(await ends()).toEqual(['delivered', 'delivered', null]);
  });

  test('begins no probe after its time', async () => {
    await customer.change();
    const now = world.clock.now();
    const paused = { state: 'paused', since: now, failures: 10, warned: false, probes: 0 } as const;
    await setHealth({ ...paused, probeAt: now });
    await park();
    await keepOutbox(workerFor(0), partnerId);
    expect(world.receiver.messages).toEqual([]);
    await keepOutbox(workerFor(1), partnerId);
    expect(world.receiver.messages).toHaveLength(1);
  });

  test('leaves the outbox to the keeper that has it', async () => {
    await customer.change();
    await park();
    const held = { lease: 'another', dueAt: world.clock.now() + minute };
    await change(held);
    await keepOutbox(world.deps, partnerId);
    expect(world.receiver.messages).toEqual([]);
    expect(await world.outbox(partnerId)).toMatchObject(held);
  });

  test('deletes the content of expired events, page after page, until its time ends', async () => {
    await customer.change();
    await setHealth({ state: 'disabled', at: world.clock.now(), reason: 'failing', since: null });
    await world.settle();
    const [event] = await customer.events();
    if (event === undefined) throw new Error('no event');
    const due = { due_shard: `undelivered#${partnerId}`, due_at: isoOf(world.clock.now()), event_end: 'undelivered' };
    const items = Array.from({ length: 250 }, (_, index) => ({
      ...keys.historyEntry(partnerId, 'expired', index + 1),
      ...due,
      entry: event.packed,
      event_id: `e${index}`,
      event_after: index,
    }));
    for (let start = 0; start < items.length; start += 25) {
      const requests = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
      await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }));
    }
    world.clock.pass(undeliveredLifetime + second);
    const late = slow((command) => command.constructor.name === 'QueryCommand');
    const left = async (): Promise<number> =>
      (await readPartnerShard(table, 'undelivered', partnerId, { limit: 300 })).events.length;
    expect(await left()).toBe(251);
    await expireContents({ ...world.deps, table: late }, partnerId, world.clock.now() + 20 * second);
    expect(await left()).toBe(51);
    await expireContents(world.deps, partnerId, world.clock.now());
    expect(await left()).toBe(0);
  });
});

test('a worker ends no further event of a customer after its time, and leaves it to the next', async () => {
  for (let count = 0; count < 3; count += 1) await customer.change();
  await setHealth({ state: 'disabled', at: world.clock.now(), reason: 'failing', since: null });
  const late = slow(({ input }) => 'TransactItems' in input && JSON.stringify(input).includes('event_end'));
  // All three are due at once, in any order.
  const hints = (await world.dueNow('event')).toSorted((one, other) => one.sk.localeCompare(other.sk));
  await deliverBatch(workerFor(20 * second, { table: late }), hints.slice(0, 1), 'event');
  expect(await ends()).toEqual(['undelivered', 'undelivered', null]);
  await world.settle();
  expect(await ends()).toEqual(['undelivered', 'undelivered', 'undelivered']);
});

test.each([
  [workerTime, 0],
  [workerTime - 1, 1],
])('an event is parked when keepers watch for %d ms more, by %d writes of the outbox', async (more, writes) => {
  await change({ watchUntil: world.clock.now() + more, dueAt: world.clock.now() });
  const before = await world.outbox(partnerId);
  await customer.change();
  await park();
  const after = await world.outbox(partnerId);
  expect(after.revision - before.revision).toBe(writes);
  expect(after.watchUntil).toBe(world.clock.now() + (writes === 0 ? more : 2 * workerTime));
});

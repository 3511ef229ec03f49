import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { optionalEventTypes } from '../../lambdas/domain/event.ts';
import type { Instance } from '../../lambdas/domain/instance.ts';
import { mapLimited } from '../../lambdas/kernel/map-limited.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import { changeInstance } from '../../lambdas/lines/change-instance.ts';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { persist } from '../../lambdas/store/table/commit.ts';
import { readInstance } from '../../lambdas/store/instances/instances.ts';
import { plantInstances } from '../../tools/harness/plant-instances.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { subscribe } from '../../tools/harness/event-bodies.ts';
import { sizeOf } from '../share.ts';
import { outboxWorld, type OutboxWorld } from './outbox-world.ts';

const count = sizeOf({ all: 10_000, byDefault: 200 });
const linesOfCustomer = 2;
/** Changes that are committed at once. */
const atOnce = 32;

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

interface Line {
  readonly partnerId: string;
  readonly instanceId: string;
}

const change = (world: OutboxWorld, { partnerId, instanceId }: Line, changes: Partial<Instance>): Promise<Instance> =>
  persist(systemRetryPolicy, async () => {
    const current = await readInstance(table, partnerId, instanceId);
    if (current === null) throw new Error('no such line');
    return changeInstance(world.deps, partnerId, current, changes, { notificationsOf: () => [] });
  });

const subscribed = async (world: OutboxWorld): Promise<string> => {
  const partnerId = await world.newPartner();
  await subscribe(table, partnerId, ...optionalEventTypes);
  return partnerId;
};

/** Lines of a partner that are connected. No event of that was sent. */
const newLines = async (
  world: OutboxWorld,
  partnerId: string,
  lines: number,
  each: number,
): Promise<readonly Line[]> => {
  const planted: Line[] = [];
  while (planted.length < lines) {
    const customer = await world.newCustomer(partnerId);
    const ids = await plantInstances(table, partnerId, customer.id, each);
    planted.push(...ids.map((instanceId) => ({ partnerId, instanceId })));
  }
  await mapLimited(planted, atOnce, (line) => change(world, line, { status: 'connected', slot_state: 'occupied' }));
  return planted;
};

const lineData = z.object({ instance: z.object({ partner_customer_id: z.string() }) });

/** What an endpoint got about lines, by customer, in the order in which it came. */
const messagesTo = (world: OutboxWorld, partnerId: string) =>
  Map.groupBy(
    world.receiver.messages.filter((message) => message.partner_id === partnerId),
    ({ data }) => lineData.parse(data).instance.partner_customer_id,
  );

const kind = (type: string): string => type.split('.').at(-1) ?? '';

describe('lines that break and come back', () => {
  test('are seen so by the endpoint alone, in order', async () => {
    const world = outboxWorld(table);
    const partnerId = await subscribed(world);
    const [line] = await newLines(world, partnerId, 1, 1);
    if (line === undefined) throw new Error('no line');
    await change(world, line, { status: 'reconnect_required' });
    await change(world, line, { status: 'connected' });
    await world.settle();
    const [messages = []] = messagesTo(world, partnerId).values();
    expect(messages.map(({ type, sequence }) => [kind(type), sequence])).toEqual([
      ['connected', 1],
      ['reconnect_required', 2],
      ['connected', 3],
    ]);
  });

  test(`delay no other partner when ${count} change at once, and keep the order of each customer`, async () => {
    const world = outboxWorld(table);
    const [many, other] = [await subscribed(world), await subscribed(world)];
    const lines = await newLines(world, many, count, linesOfCustomer);
    const [own] = await newLines(world, other, 1, 1);
    if (own === undefined) throw new Error('no line');
    await world.settle(10 * count);
    const broken = mapLimited(lines, atOnce, (line) => change(world, line, { status: 'reconnect_required' }));
    await change(world, own, { status: 'reconnect_required' });
    await broken;
    // The queue gives a worker the hints of each partner in turn: they have a group for each.
    const waiting = await world.dueNow('event');
    const ofOther = waiting.filter(({ pk }) => pk.startsWith(`P#${other}#`));
    await deliverBatch(world.deps, ofOther, 'event');
    const [messagesToOther = []] = messagesTo(world, other).values();
    expect(messagesToOther.map(({ type }) => kind(type))).toEqual(['connected', 'reconnect_required']);
    expect(waiting.length - ofOther.length).toBe(count);
    await mapLimited(lines, atOnce, (line) => change(world, line, { status: 'connected' }));
    await world.settle(10 * count);
    const byCustomer = messagesTo(world, many);
    expect(byCustomer.size).toBe(count / linesOfCustomer);
    for (const messages of byCustomer.values()) {
      expect(messages.map(({ sequence }) => sequence)).toEqual(messages.map((_, index) => index + 1));
      expect(messages).toHaveLength(3 * linesOfCustomer);
    }
  });
});

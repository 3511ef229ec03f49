import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { seed } from '../../local/seed.ts';
import type { Stack } from '../../local/stack.ts';
import { startTestStack } from '../../tools/harness/whole-stack.ts';
import { callerOf, connectedInstances, eventually, mapConcurrently } from './stack-traffic.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startTestStack({ seed });
});
afterAll(() => stack.stop());

const reports = 4_000;
const concurrency = 64;
/** Every tenth report is sent twice, at the same time as the others. */
const repeatEvery = 10;
const hour = 3_600_000;

const answer = z.object({ event_id: z.string(), duplicate: z.boolean() });
const page = z.object({ total: z.number(), items: z.array(z.object({ id: z.string(), customer_id: z.string() })) });
const health = z.object({
  health: z.object({ counts: z.record(z.string(), z.number()), messages: z.number() }),
});

test('4,000 reports, 64 at a time, are all counted once', async () => {
  const caller = callerOf(stack);
  const instances = await connectedInstances(stack, caller, 4);
  const now = Date.now();
  const statuses = ['sent', 'delivered', 'read', 'failed'] as const;
  const bodyOf = (number: number) => ({
    route: 'report-partner-message-status',
    phone_number_id: instances[number % 4]?.phoneNumberId,
    message_id: `wamid.${number % 4}.${Math.floor(number / 16)}`,
    status: statuses[Math.floor(number / 4) % 4],
    occurred_at: new Date(now - ((number * 7_919) % (30 * hour))).toISOString(),
  });
  const first: string[] = [];
  const again: string[] = [];
  const numbers = Array.from({ length: reports }, (_, number) =>
    number % repeatEvery === 0 ? [number, number] : [number],
  ).flat();
  await mapConcurrently(numbers, concurrency, async (number) => {
    const report = bodyOf(number);
    let { status, body } = await caller.post(report);
    // Environments lose the tokens that they do not use in time, so that a machine that pauses can reach the limit.
    while (status === 429) ({ status, body } = await caller.post(report));
    if (status !== 201 && status !== 200) throw new Error(JSON.stringify({ status, body }));
    const { event_id: id, duplicate } = answer.parse(body);
    (duplicate ? again : first).push(id);
  });
  expect([first.length, again.length]).toEqual([reports, reports / repeatEvery]);
  expect(new Set(first).size).toBe(reports);
  expect(again.every((id) => first.includes(id))).toBe(true);

  const range = { date_from: new Date(now - 48 * hour).toISOString(), route: 'search-partner-delivery-events' };
  const search = async (query: Record<string, string>) => page.parse(await caller.get({ ...range, ...query }));
  await eventually(
    () => search({ page_size: '1' }),
    ({ total }) => total >= reports,
  );
  const listed = new Set<string>();
  let items = 0;
  for (let number = 1; number <= reports / 200; number += 1) {
    const found = await search({ page: String(number), page_size: '200' });
    expect(found.total).toBe(reports);
    items += found.items.length;
    for (const { id } of found.items) listed.add(id);
  }
  expect([items, listed.size]).toEqual([reports, reports]);
  expect(first.every((id) => listed.has(id))).toBe(true);

  const ofEach = reports / 16;
  for (const { customerId, instanceId } of instances) {
    const scopes: readonly Record<string, string>[] = [{ customer_id: customerId }, { instance_id: instanceId }];
    for (const scope of scopes) {
      await eventually(
        () => search({ ...scope, page_size: '1' }),
        ({ total }) => total >= reports / 4,
      );
      expect((await search({ ...scope, page_size: '1' })).total).toBe(reports / 4);
      const query = { route: 'get-partner-delivery-health', window_hours: '48', ...scope };
      expect(health.parse(await caller.get(query)).health).toMatchObject({
        counts: { sent: ofEach, delivered: ofEach, read: ofEach, failed: ofEach, deleted: 0 },
        messages: ofEach,
      });
    }
  }
});

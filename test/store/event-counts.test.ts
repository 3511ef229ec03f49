import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { day } from '../../lambdas/kernel/time.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { countEvents } from '../../lambdas/store/webhooks/event-counts.ts';
import { addToEventJournal } from '../../lambdas/store/webhooks/event-journal.ts';
import type { EventRow } from '../../lambdas/store/webhooks/event-row.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

const now = Date.UTC(2026, 2, 20, 12);
const type = 'service.partner.customer.updated';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

/** @param end how the event ended; null while it waits */
const rowAt = (createdAt: number, end: EventRow['end'], turn = 0): EventRow => ({
  id: newId(createdAt),
  customerId: newId(createdAt),
  number: 1,
  type,
  createdAt,
  turn,
  end,
  firstDelivered: null,
});

test('all events of 30 days are counted by their newest state', async () => {
  const partnerId = newId(now);
  const waiting = rowAt(now - day, null);
  const ended = rowAt(now - 20 * day, null);
  await addToEventJournal(table, partnerId, [waiting, ended, rowAt(now - 2 * day, 'delivered', 1)]);
  await addToEventJournal(table, partnerId, [
    { ...ended, end: 'undelivered', turn: 1 },
    rowAt(now - 29 * day, 'given_up', 1),
    rowAt(now - 31 * day, 'undelivered', 1),
  ]);
  expect(await countEvents(table, partnerId, now)).toEqual({ waiting: 1, undelivered: 2, since: null });
});

test('of more events than are read for the counts the newest are counted, and since when is shown', async () => {
  const partnerId = newId(now);
  const perDay = 8_000;
  for (const days of [1, 2, 15]) {
    const rows = Array.from({ length: perDay }, () => rowAt(now - days * day, null));
    await addToEventJournal(table, partnerId, rows);
  }
  const { waiting, undelivered, since } = await countEvents(table, partnerId, now);
  expect([waiting, undelivered]).toEqual([2 * perDay, 0]);
  // Days that are read together are counted whole.
  expect(since).toBe(Date.UTC(2026, 2, 10));
});

import { utcDayOf } from '../../lambdas/domain/usage/utc-day.ts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventTypes } from '../../lambdas/domain/event.ts';
import { addToEventJournal, readEventJournal } from '../../lambdas/store/webhooks/event-journal.ts';
import type { EventRow } from '../../lambdas/store/webhooks/event-row.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { startMeteredTable, type MeteredTable } from '../../tools/access-patterns/metered-table.ts';

let table: MeteredTable;
beforeAll(async () => {
  table = await startMeteredTable();
});
afterAll(() => table.stop());

const start = Date.UTC(2030, 0, 2, 3);
const minute = 60_000;

const rowsOf = (count: number, ofCustomers = 2): readonly EventRow[] => {
  const customers = Array.from({ length: ofCustomers }, () => newId(start));
  return Array.from({ length: count }, (_, index) => ({
    id: newId(start + index),
    customerId: customers[index % ofCustomers] ?? '',
    number: 1 + index,
    type: eventTypes[0],
    createdAt: start + index,
    turn: 1,
    end: 'delivered' as const,
    firstDelivered: utcDayOf(start),
  }));
};

const writeUnits = async (rows: readonly EventRow[]): Promise<number> => {
  const { accesses } = await table.measure(() => addToEventJournal(table, newId(start), rows));
  return accesses.reduce((sum, { write }) => sum + write, 0);
};

test('the rows of a batch take a write unit for 45 events of two customers in an hour, and one for each further hour', async () => {
  expect(await writeUnits(rowsOf(1))).toBe(1);
  expect(await writeUnits(rowsOf(45))).toBe(1);
  const [row] = rowsOf(1);
  if (row === undefined) throw new Error('there is a row');
  const hours = [0, 1, 2].map((number) => ({
    ...row,
    id: newId(start + number * 60 * minute),
    createdAt: start + number * 60 * minute,
  }));
  expect(await writeUnits(hours)).toBe(3);
});

test('rows of different customers are larger: 16 take a write unit, and 32 take two', async () => {
  expect(await writeUnits(rowsOf(16, 16))).toBe(1);
  expect(await writeUnits(rowsOf(32, 32))).toBe(2);
});

test('a list reads 3 to 4.5 units for 1,000 events of full batches, and 15 when each was alone', async () => {
  const read = async (batch: number, ofCustomers?: number): Promise<number> => {
    const partnerId = newId(start);
    const rows = rowsOf(1_000, ofCustomers);
    for (let first = 0; first < rows.length; first += batch) {
      await addToEventJournal(table, partnerId, rows.slice(first, first + batch));
    }
    const { result, accesses } = await table.measure(() =>
      readEventJournal(table, partnerId, { from: start, to: start + minute }),
    );
    expect(result.length).toBe(1_000);
    return accesses.reduce((sum, access) => sum + access.read, 0);
  };
  expect(await read(45)).toBeLessThanOrEqual(3.5);
  expect(await read(1_000, 1_000)).toBeLessThanOrEqual(4.5);
  expect(await read(1)).toBeLessThanOrEqual(16);
});

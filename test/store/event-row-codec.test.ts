import { utcDayOf } from '../../lambdas/domain/usage/utc-day.ts';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { eventTypes } from '../../lambdas/domain/event.ts';
import { derivedId } from '../../lambdas/kernel/derived-id.ts';
import type { EventRow } from '../../lambdas/store/webhooks/event-row.ts';
import { packRows, unpackRows } from '../../lambdas/store/webhooks/event-row-codec.ts';
import { eventEnds } from '../../lambdas/store/webhooks/outbox-events.ts';

const start = Date.UTC(2030, 0, 2);
const ends = [null, ...eventEnds];

const row = fc
  .record({
    at: fc.integer({ min: 0, max: 3_600_000 }),
    seed: fc.integer(),
    customer: fc.integer({ min: 1, max: 4 }),
    number: fc.integer({ min: 1, max: 10_000_000 }),
    type: fc.oneof(fc.constantFrom<string>(...eventTypes), fc.string()),
    late: fc.integer({ min: -5, max: 5_000 }),
    turn: fc.integer({ min: 0, max: 1_000 }),
    end: fc.constantFrom(...ends),
    isDelivered: fc.boolean(),
  })
  .map(({ at, seed, customer, late, isDelivered, ...rest }): EventRow => ({
    ...rest,
    id: derivedId(start + at, `${seed}`),
    customerId: derivedId(start, `customer ${customer}`),
    createdAt: start + at + late,
    firstDelivered: isDelivered ? utcDayOf(start + at + late) : null,
  }));

const byId = (left: EventRow, right: EventRow): number => (left.id < right.id ? -1 : 1);

test('rows are read as they were written, and equal rows make equal bytes in any order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 40 }), (rows) => {
      const packed = packRows(rows);
      expect(unpackRows(packed)).toEqual(rows.toSorted(byId));
      expect(packRows(rows.toReversed())).toEqual(packed);
    }),
  );
});

test('a row takes 36 bytes, and 20 when its customer was named before', () => {
  const rows = Array.from({ length: 100 }, (_, number): EventRow => ({
    id: derivedId(start + 1_000 * number, `${number}`),
    customerId: derivedId(start, 'one'),
    number,
    type: eventTypes[0],
    createdAt: start + 1_000 * number,
    turn: 1,
    end: 'delivered' as const,
    firstDelivered: null,
  }));
  expect(packRows(rows.slice(0, 1)).length).toBeLessThanOrEqual(40);
  expect(packRows(rows).length / rows.length).toBeLessThan(20);
});

test('another version of the format is refused', () => {
  expect(() => unpackRows(Buffer.of(9))).toThrow('the form event-chunk has no version 9');
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { customerTraceOf, eventIdOf } from '../../lambdas/domain/event-id.ts';
import { recordId, recordShard, timeOfId, withSize } from '../../lambdas/domain/size.ts';
import { newId } from '../../lambdas/runtime/clock.ts';

const from = Date.UTC(2020, 0, 2);
const until = Date.UTC(2087, 11, 31);
const times = fc.integer({ min: from, max: until });
const large = withSize([], 'large', from - 86_400_000 * 30);
const customers = fc.tuple(times, fc.boolean()).map(([at, isSpread]) => recordId(isSpread ? large : [], newId(at)));

describe("an event's id", () => {
  test('is a UUID of version 7 of its time', () => {
    fc.assert(
      fc.property(times, customers, (at, customerId) => {
        const id = eventIdOf(newId(at), customerId);
        expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u);
        expect(timeOfId(id)).toBe(at);
      }),
    );
  });

  test('tells the partition, the second and the end of the id of its customer', () => {
    fc.assert(
      fc.property(times, customers, (at, customerId) => {
        const trace = customerTraceOf(eventIdOf(newId(at), customerId));
        expect(trace.shard).toBe(recordShard(customerId));
        expect(customerId.endsWith(trace.end)).toBe(true);
        expect(trace.from <= customerId && customerId <= `${trace.to}~`).toBe(true);
        const next = newId(timeOfId(customerId) + 1_000);
        expect(next > `${trace.to}~`).toBe(true);
      }),
    );
  });

  // Of 33 random bits: two of them are equal once in two million runs.
  test('differs among 100 events of one customer in one millisecond', () => {
    const customerId = newId(from);
    const ids = new Set(Array.from({ length: 100 }, () => eventIdOf(newId(until), customerId)));
    expect(ids.size).toBe(100);
  });

  test('stays as it is when it is made again', () => {
    fc.assert(
      fc.property(times, customers, (at, customerId) => {
        const id = eventIdOf(newId(at), customerId);
        expect(eventIdOf(id, customerId)).toBe(id);
      }),
    );
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { CallCounter } from '../../lambdas/api/call-counter.ts';
import { counted } from '../../lambdas/api/counted.ts';
import { ServiceError } from '../../lambdas/kernel/errors.ts';
import { withSize } from '../../lambdas/domain/size.ts';
import { day } from '../../lambdas/kernel/time.ts';
import { utcDayOf } from '../../lambdas/domain/usage/utc-day.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { writeCallCount, type CallCount, type CounterPlace } from '../../lambdas/store/usage/call-counts.ts';
import { readDayFacts } from '../../lambdas/store/usage-reading/day-facts.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const clock = testClock();
const sizes = withSize([], 'large', clock.now());
clock.pass(day);

let partnerId: string;
let errors: unknown[];
beforeEach(() => {
  partnerId = randomUUID();
  errors = [];
});

type Write = (place: CounterPlace, count: CallCount) => Promise<void>;
const write: Write = (...given) => writeCallCount(table, ...given);
const counterWith = (writing: Write): CallCounter =>
  new CallCounter({ clock: clock.now, newId, write: writing, onError: (error) => errors.push(error) });

const call = (large = false) => ({ partnerId, sizes: large ? sizes : [], now: clock.now() });
const stored = async (at = clock.now()): Promise<number> =>
  (await readDayFacts(table, { partnerId, sizes, day: utcDayOf(at) }))?.calls ?? -1;

describe('the counter of an environment', () => {
  test('counts each call once though the answers of its writes are lost', async () => {
    const counter = counterWith(async (...given) => {
      await write(...given);
      await write(...given);
      throw new Error('the answer was lost');
    });
    for (let number = 0; number < 5; number += 1) await counter.begun(call());
    expect(await stored()).toBe(5);
    expect(errors).toHaveLength(5);
  });

  test('writes with the next call what could not be written', async () => {
    let fails = true;
    const counter = counterWith((...given) => (fails ? Promise.reject(new Error('down')) : write(...given)));
    await counter.begun(call());
    await counter.begun(call());
    expect(await stored()).toBe(0);
    fails = false;
    await counter.begun(call());
    expect(await stored()).toBe(3);
  });

  test('is not set back by a write that comes late', async () => {
    const late: (() => Promise<void>)[] = [];
    let isLate = true;
    const counter = counterWith((...given) => {
      if (!isLate) return write(...given);
      late.push(() => write(...given));
      return Promise.resolve();
    });
    await counter.begun(call());
    await counter.begun(call());
    isLate = false;
    await counter.begun(call());
    for (const deliver of late) await deliver();
    expect(await stored()).toBe(3);
  });

  test('takes back a call that its operation refuses with 429, and no other', async () => {
    const counter = counterWith(write);
    const refused = (code: 'rate_limited' | 'not_found') => () => Promise.reject(new ServiceError(code, 'no'));
    await expect(counted(counter, call(), false, refused('rate_limited'))).rejects.toThrow();
    expect(await stored()).toBe(0);
    await expect(counted(counter, call(), false, refused('not_found'))).rejects.toThrow();
    await expect(counted(counter, call(), true, refused('not_found'))).rejects.toThrow();
    await expect(counted(counter, call(), true, refused('rate_limited'))).rejects.toThrow();
    expect(await stored()).toBe(2);
  });

  test('has numbers of its own for each partner, day and environment', async () => {
    const [one, other] = [counterWith(write), counterWith(write)];
    await one.begun(call());
    await other.begun(call());
    await one.begun({ ...call(), partnerId: randomUUID() });
    const before = clock.now();
    clock.pass(day);
    await one.begun(call());
    expect([await stored(before), await stored()]).toEqual([2, 1]);
  });

  test('is found in the partitions of a large partner', async () => {
    const counters = Array.from({ length: 40 }, () => counterWith(write));
    for (const counter of counters) {
      await counter.begun(call(true));
      await counter.begun(call(true));
    }
    expect(await stored()).toBe(80);
  });
});

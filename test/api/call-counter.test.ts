import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { CallCounter } from '../../lambdas/api/call-counter.ts';
import { counted } from '../../lambdas/api/counted.ts';
import { ServiceError } from '../../lambdas/kernel/errors.ts';
import { withSize } from '../../lambdas/domain/size.ts';
import { mostClients, type ClientCalls } from '../../lambdas/domain/usage/client-version.ts';
import { readClientCalls } from '../../lambdas/store/usage-reading/client-calls.ts';
import { day } from '../../lambdas/kernel/time.ts';
import { utcDayOf } from '../../lambdas/domain/usage/utc-day.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { writeCallCount, type CounterPlace } from '../../lambdas/store/usage/call-counts.ts';
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
  waiting = [];
});

type Write = (place: CounterPlace, calls: number, clients: ClientCalls) => Promise<void>;
const write: Write = (...given) => writeCallCount(table, ...given);
/** What waits to be written, in its order. */
let waiting: (() => void)[];
const counterWith = (writing: Write): CallCounter =>
  new CallCounter({
    clock: clock.now,
    newId,
    write: writing,
    later: (run, pause) => {
      expect(pause).toBe(1_000);
      waiting.push(run);
    },
    onError: (error) => errors.push(error),
  });
/** The second after the first call that is not written has passed. */
const written = async (counter: CallCounter): Promise<void> => {
  for (const run of waiting.splice(0)) run();
  await counter.written();
};

const refusedWith = (code: 'rate_limited' | 'not_found') => () => Promise.reject(new ServiceError(code, 'no'));

const call = (large = false, client: string | null = null) => ({
  partnerId,
  sizes: large ? sizes : [],
  now: clock.now(),
  client,
});
const stored = async (at = clock.now()): Promise<number> =>
  (await readDayFacts(table, { partnerId, sizes, day: utcDayOf(at) }))?.calls ?? -1;

describe('the counter of an environment', () => {
  test('writes the calls of a second at once, and nothing for each of them', async () => {
    let writes = 0;
    const counter = counterWith((...given) => {
      writes += 1;
      return write(...given);
    });
    for (let number = 0; number < 50; number += 1) counter.count(call());
    expect(writes).toBe(0);
    await written(counter);
    expect([writes, await stored()]).toEqual([1, 50]);
    counter.count(call());
    await written(counter);
    expect([writes, await stored()]).toEqual([2, 51]);
  });

  test('counts each call once though the answers of its writes are lost', async () => {
    const counter = counterWith(async (...given) => {
      await write(...given);
      await write(...given);
      throw new Error('the answer was lost');
    });
    for (let number = 0; number < 5; number += 1) {
      counter.count(call());
      await written(counter);
    }
    expect(await stored()).toBe(5);
    expect(errors).toHaveLength(5);
  });

  test('writes after the next call what could not be written', async () => {
    let fails = true;
    const counter = counterWith((...given) => (fails ? Promise.reject(new Error('down')) : write(...given)));
    counter.count(call());
    counter.count(call());
    await written(counter);
    expect(await stored()).toBe(0);
    fails = false;
    counter.count(call());
    await written(counter);
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
    counter.count(call());
    await written(counter);
    isLate = false;
    counter.count(call());
    await written(counter);
    for (const deliver of late) await deliver();
    expect(await stored()).toBe(2);
  });

  test('has a call wait for a write that has begun, because AWS freezes the environment after the answer', async () => {
    const ended: string[] = [];
    let end = (): void => undefined;
    const counter = counterWith(
      () =>
        new Promise((resolve) => {
          end = () => {
            ended.push('write');
            resolve();
          };
        }),
    );
    counter.count(call());
    for (const run of waiting.splice(0)) run();
    const answered = counted(counter, call(), false, refusedWith('not_found')).catch(() => ended.push('call'));
    await Promise.resolve();
    end();
    await answered;
    expect(ended).toEqual(['write', 'call']);
  });

  test('leaves out a call that its operation refuses with 429, and no other', async () => {
    const counter = counterWith(write);
    const attempt = async (code: 'rate_limited' | 'not_found', isReport: boolean) => {
      await expect(counted(counter, call(), isReport, refusedWith(code))).rejects.toThrow();
      await written(counter);
      return stored();
    };
    expect(await attempt('rate_limited', false)).toBe(0);
    expect(await attempt('not_found', false)).toBe(1);
    expect(await attempt('not_found', true)).toBe(2);
    expect(await attempt('rate_limited', true)).toBe(2);
  });

  test('has numbers of its own for each partner, day and environment', async () => {
    const [one, other] = [counterWith(write), counterWith(write)];
    one.count(call());
    other.count(call());
    one.count({ ...call(), partnerId: randomUUID() });
    const before = clock.now();
    clock.pass(day);
    one.count(call());
    await written(one);
    await written(other);
    expect([await stored(before), await stored()]).toEqual([2, 1]);
  });

  test('tells the clients and their versions apart, in the same write', async () => {
    let writes = 0;
    const counters = [0, 1].map(() =>
      counterWith((...given) => {
        writes += 1;
        return write(...given);
      }),
    );
    for (const counter of counters) {
      counter.count(call(true, 'swift-worker-js/1.0.2'));
      counter.count(call(true, 'swift-worker-python/1.1.0'));
      counter.count(call(true, 'swift-worker-python/1.1.0'));
      counter.count(call(true));
      await written(counter);
    }
    const clients = await readClientCalls(table, { partnerId, sizes, day: utcDayOf(clock.now()) });
    expect(clients).toEqual({ 'swift-worker-js/1.0.2': 2, 'swift-worker-python/1.1.0': 4 });
    expect([writes, await stored()]).toEqual([2, 8]);
  });

  test('tells no more versions apart than a program can have', async () => {
    const counter = counterWith(write);
    for (let number = 0; number < mostClients + 5; number += 1)
      counter.count(call(false, `swift-worker-js/1.0.${number}`));
    await written(counter);
    const clients = await readClientCalls(table, { partnerId, sizes: [], day: utcDayOf(clock.now()) });
    expect([Object.keys(clients).length, await stored()]).toEqual([mostClients, mostClients + 5]);
  });

  test('is found in the partitions of a large partner', async () => {
    const counters = Array.from({ length: 40 }, () => counterWith(write));
    for (const counter of counters) {
      counter.count(call(true));
      counter.count(call(true));
      await written(counter);
    }
    expect(await stored()).toBe(80);
  });
});

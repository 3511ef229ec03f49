import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { appBudget, type BudgetStore } from '../../lambdas/platform/budget.ts';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { attachClauses } from '../../lambdas/store/instances/instance-links.ts';
import { platformBudgets } from '../../lambdas/store/platform/platform-budgets.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { interposed } from '../interposed-table.ts';

let table: TestTable;
let wabas = 0;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const minute = 60_000;
const start = Date.UTC(2026, 2, 1, 12);

const newWaba = (): string => {
  wabas += 1;
  return `90000${wabas}`;
};

/** The store of one environment. */
const environment = (over: Table = table): BudgetStore => platformBudgets(over, systemRetryPolicy);

/** Takes calls until none is granted. @returns how many, and when the next one is available */
const exhaust = async (store: BudgetStore, waba: string, now: number): Promise<{ calls: number; retryAt: number }> => {
  for (let calls = 0; ; calls += 1) {
    const granted = await store.reserve(waba, now);
    if (granted !== 'granted') return { calls, retryAt: granted.retryAt };
  }
};

/** The table, with a count of what is sent to it. */
const counting = (): { over: Table; sent: () => number } => {
  let count = 0;
  const over = interposed(table, (_, send) => {
    count += 1;
    return send();
  });
  return { over, sent: () => count };
};

describe('the budget of a business account in the table', () => {
  test('is 160 calls an hour without an instance of ours, and 4,000 with one', async () => {
    const waba = newWaba();
    expect(await exhaust(environment(), waba, start)).toEqual({ calls: 160, retryAt: start + 65 * minute });
    const link = { partnerId: 'p', instanceId: 'i', customerId: 'c', phoneNumberId: `n${waba}`, wabaId: waba };
    await commit(table, attachClauses(table, link));
    expect((await exhaust(environment(), waba, start)).calls).toBe(4_000 - 160);
  });

  test('is shared by all environments, also when they take calls concurrently', async () => {
    const waba = newWaba();
    const granted = await Promise.all(
      Array.from({ length: 5 }, async () => (await exhaust(environment(), waba, start)).calls),
    );
    expect(granted.reduce((sum, calls) => sum + calls, 0)).toBe(160);
  });

  test('is granted again when the first calls are an hour old', async () => {
    const waba = newWaba();
    const store = environment();
    const { retryAt } = await exhaust(store, waba, start);
    expect(await store.reserve(waba, retryAt - 1)).toEqual({ retryAt });
    expect(await store.reserve(waba, retryAt)).toBe('granted');
  });

  test('is taken in batches of a few calls, which concurrent callers share', async () => {
    const waba = newWaba();
    const { over, sent } = counting();
    const store = environment(over);
    expect(await Promise.all([1, 2, 3].map(() => store.reserve(waba, start)))).toEqual(Array(3).fill('granted'));
    // One read and one write for three calls.
    expect(sent()).toBe(2);
  });

  test('keeps no call longer than the slot of time in which it was granted', async () => {
    const waba = newWaba();
    const { over, sent } = counting();
    const store = environment(over);
    await store.reserve(waba, start);
    await store.reserve(waba, start + 5 * minute - 1);
    expect(sent()).toBe(2);
    await store.reserve(waba, start + 5 * minute);
    expect(sent()).toBe(4);
  });

  test('pauses every environment when the platform throttles, also for calls taken before', async () => {
    const waba = newWaba();
    const [one, other] = [environment(), environment()];
    await one.reserve(waba, start);
    await one.observe(waba, { percent: 100, regainMinutes: 7 }, start);
    const retryAt = start + 7 * minute;
    expect(await one.reserve(waba, start + 1)).toEqual({ retryAt });
    expect(await other.reserve(waba, start + 1)).toEqual({ retryAt });
    expect(await other.reserve(waba, retryAt)).toBe('granted');
  });

  test('of one business account does not affect another', async () => {
    const [one, other] = [newWaba(), newWaba()];
    const store = environment();
    await exhaust(store, one, start);
    expect(await store.reserve(other, start)).toBe('granted');
  });

  test('of the app grants each call by itself, so that a growing pause holds in every environment at once', async () => {
    const [one, other] = [environment(), environment()];
    const { over, sent } = counting();
    await environment(over).reserve(appBudget, start);
    await environment(over).reserve(appBudget, start);
    expect(sent()).toBe(4);
    await other.reserve(appBudget, start);
    for (const [at, pause] of [
      [start, 5],
      [start + 6 * minute, 10],
    ] as const) {
      await one.observe(appBudget, { percent: 80, regainMinutes: 0 }, at);
      const retryAt = at + pause * minute;
      expect(await other.reserve(appBudget, at + 1)).toEqual({ retryAt });
      expect(await other.reserve(appBudget, retryAt)).toBe('granted');
    }
  });

  test('expires from the table when it is no longer needed', async () => {
    const waba = newWaba();
    const store = environment();
    await store.reserve(waba, start);
    await store.observe(waba, { percent: 100, regainMinutes: 600 }, start);
    const { Item: item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: { ...keys.platformBudget(waba) } }),
    );
    const { ttl } = z.object({ ttl: z.number() }).parse(item);
    expect(ttl * 1_000).toBe(start + 720 * minute);
  });
});

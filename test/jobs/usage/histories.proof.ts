import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { day, isoOf } from '../../../lambdas/kernel/time.ts';
import { usageMeasures, type Usage } from '../../../lambdas/domain/usage/usage-day.ts';
import { sumOfDays } from '../../../lambdas/domain/usage/usage-sum.ts';
import { dice } from '../../../tools/harness/dice.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { runsOf, someOf } from '../../share.ts';
import { PartnerHistory } from './partner-history.ts';
import { play } from './play.ts';
import { startUsageScene, type UsageScene } from './usage-scene.ts';

let table: TestTable;
let scene: UsageScene;
let first: string;

beforeEach(async () => {
  table = await startTestTable();
  scene = await startUsageScene(table);
  first = dateOf(scene.clock.now());
});
afterEach(async () => {
  scene.stop();
  await table.stop();
});

const hour = 3_600_000;
const dateOf = (time: number): string => isoOf(time).slice(0, 10);

/** Three partners; the third is large from its first hours on. */
const threeHistories = async (random: () => number): Promise<readonly PartnerHistory[]> => {
  const histories = [];
  for (let number = 0; number < 3; number += 1) {
    histories.push(new PartnerHistory(scene, await scene.service.newPartner(), random));
  }
  const partner_id = histories[2]?.partner.partnerId;
  await scene.service.operate('partners size', { partner_id, size: 'large' });
  return histories;
};

const closeAll = async (histories: readonly PartnerHistory[]): Promise<void> => {
  for (const { partner } of [scene.service, ...histories]) await scene.close(partner.partnerId);
};

const byDay = ({ count }: PartnerHistory) => Array.from(count.usage(), ([date, usage]) => ({ date, ...usage }));

const additive = ({ slot_days, events_delivered, customers_active }: Addable): Addable => ({
  slot_days,
  events_delivered,
  customers_active,
});
type Addable = Pick<Usage, 'slot_days' | 'events_delivered' | 'customers_active'>;

/** What the usage of all customers comes to on each day. */
const sumOfCustomers = async ({ partner, customerIds }: PartnerHistory, range: Readonly<Record<string, string>>) => {
  const sums = new Map<string, Addable>();
  for (const customer_id of customerIds) {
    for (const { date, ...own } of (await scene.usage(partner, { ...range, customer_id })).items) {
      const sum = sums.get(date) ?? { slot_days: 0, events_delivered: 0, customers_active: 0 };
      sums.set(date, {
        slot_days: sum.slot_days + own.slot_days,
        events_delivered: sum.events_delivered + own.events_delivered,
        customers_active: sum.customers_active + own.customers_active,
      });
    }
  }
  return Array.from(sums, ([date, sum]) => ({ date, ...sum }));
};

const measures = z.object(
  Object.fromEntries(usageMeasures.map((name) => [name, z.int()])) as Record<keyof Usage, z.ZodInt>,
);
const exported = z.object({
  lines: z.array(z.object({ partner_id: z.string(), line: z.string(), date: z.string(), ...measures.shape })),
});

/** The export of a month; null while a day of it is open. */
const exportOf = async (month: string) => exported.parse(await scene.service.operate('usage export', { month })).lines;

const summed = ['slot_days', 'events_delivered', 'reports', 'calls'] as const;

describe('usage equals a count of everything that happened', () => {
  test.each(someOf([1, 2, 3]))('of some days, before and after they are closed (%i)', async (seed) => {
    const random = dice(seed);
    const histories = await threeHistories(random);
    await play(scene, histories, random, { length: 6 * day, gap: 2 * hour, close: () => closeAll(histories) });
    const last = dateOf(scene.clock.now());
    // The calls that ask for the usage are of another day.
    scene.clock.pass(day);
    for (const history of histories) {
      const { items, totals } = await scene.usage(history.partner, { date_from: first, date_to: last });
      expect(items).toEqual(byDay(history));
      expect(totals).toEqual(history.count.totals());
    }
    scene.clock.pass(9 * day);
    await closeAll(histories);
    for (const history of histories) {
      const range = { date_from: first, date_to: last };
      const { items } = await scene.usage(history.partner, range);
      expect(items).toEqual(byDay(history));
      const added = items.map((item) => ({ date: item.date, ...additive(item) }));
      expect(await sumOfCustomers(history, range)).toEqual(added);
    }
  });

  const days = Math.max(100, runsOf(370));

  test(`of ${days} days, and a closed month is exported the same for ever`, async () => {
    const random = dice(7);
    const histories = await threeHistories(random);
    const files = new Map<string, string>();
    const close = async (): Promise<void> => {
      await closeAll(histories);
      const month = dateOf(scene.clock.now() - 32 * day).slice(0, 7);
      if (month >= first.slice(0, 7) && !files.has(month)) files.set(month, JSON.stringify(await exportOf(month)));
    };
    await play(scene, histories, random, { length: days * day, gap: 36 * hour, close });
    const last = dateOf(scene.clock.now());
    // A day is closed and reviewed within 30 days, or never.
    for (let weeks = 0; weeks < 6; weeks += 1) {
      scene.clock.pass(7 * day);
      await closeAll(histories);
    }
    for (const history of histories) {
      const { items } = await scene.usage(history.partner, { date_from: first, date_to: last });
      expect(items).toEqual(byDay(history));
      expect(items.length).toBeGreaterThan(days - 4);
    }
    expect(files.size).toBeGreaterThanOrEqual(Math.floor((days - 62) / 31));
    for (const [month, text] of files) expect([month, JSON.stringify(await exportOf(month))]).toEqual([month, text]);
    const months = Array.from(new Set(histories.flatMap(byDay).map(({ date }) => date.slice(0, 7))));
    const next = dateOf(scene.clock.now() - 32 * day).slice(0, 7);
    const lines = (await Promise.all(Array.from(new Set([...months, next]), exportOf))).flat();
    expect(lines.filter(({ line }) => line === 'correction').length).toBeGreaterThan(0);
    for (const { partner, count } of histories) {
      const own = lines.filter(({ partner_id: id }) => id === partner.partnerId);
      for (const [month, usage] of count.months()) {
        if (month === last.slice(0, 7)) continue;
        const [line] = own.filter((it) => it.line === 'usage' && it.date === month);
        expect([month, line]).toMatchObject([
          month,
          { slots_peak: usage.slots_peak, customers_active: usage.customers_active },
        ]);
        const all = own.filter(({ date }) => date.startsWith(month));
        for (const name of summed) expect([month, name, sumOfDays(all)[name]]).toEqual([month, name, usage[name]]);
      }
    }
  });
});

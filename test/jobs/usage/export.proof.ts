import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { day, isoOf } from '../../../lambdas/kernel/time.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { queryAll } from '../../../lambdas/store/table/query.ts';
import { areas } from '../../../operator/areas.ts';
import type { Stage } from '../../../operator/stage.ts';
import { dice } from '../../../tools/harness/dice.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { PartnerHistory } from './partner-history.ts';
import { startUsageScene, type UsageScene } from './usage-scene.ts';
import { noCloud } from '../../operator/no-cloud.ts';

const hour = 3_600_000;

let table: TestTable;
let scene: UsageScene;
/** On the 29th of a month. */
beforeEach(async () => {
  table = await startTestTable();
  scene = await startUsageScene(table, Date.UTC(2030, 0, 29, 3));
});
afterEach(async () => {
  scene.stop();
  await table.stop();
});

const commandOf = (wanted: string) => areas.flatMap(({ commands }) => commands).find(({ name }) => name === wanted);
const [exportOf, doctor] = ['usage export', 'doctor'].map(commandOf);

const stageNow = (): Stage => ({
  run: scene.service.operate,
  logs: { find: () => Promise.resolve([]) },
  cloud: noCloud,
});

/** What the command line prints. */
const printed = async (month: string, format: 'csv' | 'json' = 'csv'): Promise<string> => {
  if (exportOf === undefined) throw new Error('there is no such command');
  return exportOf.show(await exportOf.ask(stageNow(), { month, format }), 80);
};

/** What the doctor prints about a partner. */
const diagnosed = async (partnerId: string): Promise<string> => {
  if (doctor === undefined) throw new Error('there is no such command');
  return doctor.show(await doctor.ask(stageNow(), { partner_id: partnerId }), 80);
};

const rowsOf = (csv: string): readonly Readonly<Record<string, string>>[] => {
  const [head = '', ...lines] = csv.split('\n');
  const columns = head.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(columns.map((column, index): [string, string] => [column, values[index] ?? '']));
  });
};

const closeAll = async (histories: readonly PartnerHistory[]): Promise<void> => {
  for (const { partner } of histories) await scene.close(partner.partnerId);
  await scene.close(scene.service.partner.partnerId);
};

/** So that no two things happen at one time. */
const act = async (history: PartnerHistory, steps: number): Promise<void> => {
  for (let step = 0; step < steps; step += 1) {
    scene.clock.pass(1_000);
    await history.act();
  }
  await scene.journal(await scene.records());
};

const played = async (random: () => number, steps: number): Promise<PartnerHistory> => {
  const history = new PartnerHistory(scene, await scene.service.newPartner(), random);
  await act(history, steps);
  return history;
};

describe('the export of a month', () => {
  test('has a line for each partner with a day in it, as CSV and as JSON', async () => {
    const random = dice(11);
    const histories = [await played(random, 40), await played(random, 40)];
    scene.clock.pass(4 * day);
    const late = await scene.service.newPartner();
    await closeAll(histories);
    const rows = rowsOf(await printed('2030-01'));
    expect(rows.map(({ partner_id: id }) => id)).not.toContain(late.partnerId);
    for (const { partner, count } of histories) {
      count.look();
      const [row, ...others] = rows.filter(({ partner_id: id }) => id === partner.partnerId);
      expect(others).toEqual([]);
      const usage = Object.entries(count.months().get('2030-01') ?? {}).map(([name, value]) => [name, String(value)]);
      expect(row).toEqual({
        month: '2030-01',
        billing: 'test',
        partner_id: partner.partnerId,
        line: 'usage',
        date: '2030-01',
        ...Object.fromEntries(usage),
      });
    }
    const json = z.object({ lines: z.array(z.record(z.string(), z.unknown())) });
    const { lines } = json.parse(JSON.parse(await printed('2030-01', 'json')));
    expect(lines.map((line) => Object.values(line).map(String))).toEqual(
      rows.map((row) => Object.values(row).slice(2)),
    );
  });

  test('is refused until every day of it is closed', async () => {
    await expect(printed('2030-01')).rejects.toThrow('the month 2030-01 has not ended');
    scene.clock.pass(3 * day);
    await expect(printed('2030-01')).rejects.toThrow('is not closed: 2030-01-29 of partner');
    await closeAll([]);
    await expect(printed('2030-01')).rejects.toThrow('is not closed: 2030-01-31 of partner');
    scene.clock.pass(5 * hour);
    await closeAll([]);
    await expect(printed('2030-01')).resolves.toContain(scene.service.partner.partnerId);
    await expect(printed('2030-02')).rejects.toThrow('has not ended');
  });

  test('is the same text after an erasure, and names no person', async () => {
    const history = await played(dice(12), 60);
    const { partner } = history;
    scene.clock.pass(4 * day);
    await closeAll([history]);
    const [csv, json] = [await printed('2030-01'), await printed('2030-01', 'json')];
    const before = await scene.usage(partner, { date_from: '2030-01-01', date_to: '2030-01-31' });
    const { body } = await scene.service.call('GET', {
      bearer: partner.apiKey,
      query: { route: 'list-partner-customers', page_size: '200' },
    });
    const customers = z.array(z.object({ customer_id: z.string(), status: z.string() })).parse(body['items']);
    const left = customers.filter(({ status }) => status === 'active' || status === 'inactive');
    expect(left.length).toBeGreaterThan(3);
    for (const { customer_id: id } of left) {
      await scene.service.operate('customers erase', { partner_id: partner.partnerId, customer_id: id });
      await scene.finishErasure(partner.partnerId, id);
    }
    await scene.journal(await scene.records());
    for (let days = 0; days < 40; days += 1) {
      scene.clock.pass(day);
      await closeAll([history]);
    }
    expect([await printed('2030-01'), await printed('2030-01', 'json')]).toEqual([csv, json]);
    const after = await scene.usage(partner, { date_from: '2030-01-01', date_to: '2030-01-31' });
    expect(after).toEqual(before);
    const rows = await queryAll(table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.usageHead(partner.partnerId).pk },
    });
    const text = JSON.stringify(rows);
    for (const { customer_id: id } of customers) expect(text).not.toContain(id);
  });

  test('has what is found within a week as a line of its own, in the month in which it is found', async () => {
    const history = await played(dice(13), 40);
    const { partnerId } = history.partner;
    const date = isoOf(scene.clock.now()).slice(0, 10);
    const { calls } = (await scene.usage(history.partner, { date_from: date })).totals;
    // The stream brings these records only after the day was closed.
    let late: readonly unknown[] = [];
    while (late.length === 0) {
      await history.act();
      late = (await scene.records()).filter((record) => JSON.stringify(record).includes('DM#'));
    }
    scene.clock.pass(4 * day);
    await closeAll([history]);
    const january = await printed('2030-01');
    await scene.journal(late);
    expect(rowsOf(january).filter(({ line }) => line === 'correction')).toEqual([]);
    for (let days = 0; days < 35; days += 1) {
      scene.clock.pass(day);
      await closeAll([history]);
    }
    expect(await printed('2030-01')).toBe(january);
    const corrections = rowsOf(await printed('2030-02')).filter(({ line }) => line === 'correction');
    expect(corrections).toMatchObject([{ month: '2030-02', partner_id: partnerId, date, slots_peak: '0' }]);
    expect(Number(corrections[0]?.['reports'])).toBeGreaterThan(0);
    expect(calls).toBeGreaterThan(0);
    const { items } = await scene.usage(history.partner, { date_from: date, date_to: date });
    const counted = history.count.usage().get(date);
    expect(items).toMatchObject([{ date, reports: counted?.reports }]);
    expect(await printed('2030-02')).toBe(await printed('2030-02'));
  });

  test('is made of pages', async () => {
    scene.clock.pass(4 * day);
    await closeAll([]);
    const last = '01000000-0000-7000-8000-000000000000';
    const page = await scene.service.operate('usage export', { month: '2030-01', after: last });
    expect(page).toMatchObject({ cursor: null, lines: [{ partner_id: scene.service.partner.partnerId }] });
    const none = { month: '2030-01', after: 'ffffffff-ffff-7fff-bfff-ffffffffffff' };
    expect(await scene.service.operate('usage export', none)).toMatchObject({ cursor: null, lines: [] });
  });
});

describe('a partner from before usage was recorded', () => {
  /** Deletes what this version has recorded of the partner's usage. */
  const forget = async (partnerId: string): Promise<void> => {
    const today = isoOf(scene.clock.now()).slice(0, 10);
    const places = [null, ...Array.from({ length: 32 }, (_, place) => place)];
    const facts = places.map((place) => keys.usageFact(partnerId, today, place, '').pk);
    for (const pk of [...facts, keys.usageHead(partnerId).pk]) {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
      });
      for (const { sk } of items)
        await table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));
    }
  };

  test.each(['standard', 'large'])('begins with what it has on the next day (%s)', async (size) => {
    const history = new PartnerHistory(scene, await scene.service.newPartner(), dice(21));
    const { partner } = history;
    if (size === 'large') {
      await act(history, 20);
      await scene.service.operate('partners size', { partner_id: partner.partnerId, size });
      scene.clock.pass(6 * hour);
    }
    await act(history, 60);
    const first = isoOf(scene.clock.now() + day).slice(0, 10);
    await forget(partner.partnerId);
    await expect(printed('2029-12')).resolves.toBeDefined();
    expect((await scene.usage(partner, {})).items).toEqual([]);
    await expect(scene.service.operate('usage begin', {})).resolves.toEqual({ partners: 1, left: 0, first_day: first });
    await expect(scene.service.operate('usage begin', {})).resolves.toMatchObject({ partners: 0, left: 0 });
    scene.clock.pass(Date.parse(first) + 5 * 60_000 - scene.clock.now());
    expect((await scene.usage(partner, { date_from: first })).items).toEqual([]);
    await act(history, 60);
    scene.clock.pass(3 * hour);
    await scene.close(partner.partnerId);
    await act(history, 20);
    const counted = history.count.usage().get(first);
    // The question on that day is a call, too.
    const expected = { date: first, ...counted, calls: (counted?.calls ?? 0) + 1 };
    scene.clock.pass(2 * day);
    expect((await scene.usage(partner, { date_from: '2030-01-01' })).items[0]).toEqual(expected);
    await scene.close(partner.partnerId);
    expect((await scene.usage(partner, { date_from: '2030-01-01' })).items[0]).toEqual(expected);
  });

  test('is named by the export and by the doctor until its usage begins, and has no line of a month before', async () => {
    const { partnerId } = await scene.service.newPartner();
    await forget(partnerId);
    scene.clock.pass(4 * day);
    await closeAll([]);
    await expect(printed('2030-01')).rejects.toThrow(`the usage of partner ${partnerId} has not begun`);
    await expect(diagnosed(partnerId)).resolves.toContain('problem: usage_not_begun');
    await scene.service.operate('usage begin', {});
    await expect(diagnosed(partnerId)).resolves.not.toContain('usage_not_begun');
    const rows = rowsOf(await printed('2030-01'));
    expect(rows.map(({ partner_id: id }) => id)).toEqual([scene.service.partner.partnerId]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { day, isoOf } from '../../../lambdas/kernel/time.ts';
import { readCustomerUsage } from '../../../lambdas/store/usage-reading/customer-usage.ts';
import type { TestPartner } from '../../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { startUsageScene, type UsageScene } from './usage-scene.ts';

const hour = 3_600_000;

let table: TestTable;
let scene: UsageScene;
let partner: TestPartner;
let first: string;

beforeAll(async () => {
  table = await startTestTable();
  scene = await startUsageScene(table);
});
afterAll(async () => {
  scene.stop();
  await table.stop();
});
beforeEach(async () => {
  scene.clock.pass(day - (scene.clock.now() % day) + hour);
  partner = await scene.service.newPartner();
  first = dateOf(scene.clock.now());
});

const dateOf = (time: number): string => isoOf(time).slice(0, 10);

const made = z.object({
  customer: z.optional(z.object({ customer_id: z.string() })),
  instance: z.optional(z.object({ id: z.string() })),
});

/** Each call has an hour of its own. */
const call = async (route: string, body: Readonly<Record<string, unknown>>) => {
  scene.clock.pass(hour / 2);
  const reply = await scene.service.call('POST', { bearer: partner.apiKey, body: { route, ...body } });
  if (reply.status >= 300) throw new Error(reply.text);
  scene.clock.pass(hour / 2);
  return made.parse(reply.body);
};

const customer = async (name: string): Promise<string> =>
  (await call('upsert-partner-customer', { external_customer_id: name, customer_name: name })).customer?.customer_id ??
  '';

const line = async (owner: string, key: string): Promise<string> => {
  const asked = { partner_customer_id: owner, instance_key: key, create_connect_session: false };
  return (await call('create-customer-instance', asked)).instance?.id ?? '';
};

const move = (instance_id: string, target_customer_id: string) =>
  call('move-partner-instance-to-customer', { instance_id, target_customer_id, reason: 'x' });

const merge = (source_customer_id: string, target_customer_id: string) =>
  call('merge-partner-customers', { source_customer_id, target_customer_id, reason: 'x' });

const erase = async (customer_id: string): Promise<void> => {
  await scene.service.operate('customers erase', { partner_id: partner.partnerId, customer_id });
  await scene.finishErasure(partner.partnerId, customer_id);
};

const deactivate = (instance_id: string) => call('deactivate-partner-instance', { instance_id, reason: 'x' });

const nextDay = (): void => {
  scene.clock.pass(day - (scene.clock.now() % day) + hour);
};

const range = () => ({ date_from: first, date_to: dateOf(scene.clock.now()) });

/** A figure on each day since the first. */
const daily = async (name: 'slot_days' | 'slots_peak' | 'lines_connected' | 'customers_active', id: string | null) => {
  const { items } = await scene.usage(partner, { ...range(), ...(id !== null && { customer_id: id }) });
  return items.map((item) => item[name]);
};

describe('the usage of a customer', () => {
  it('has its lines and status on each day, and neither reports nor calls', async () => {
    const [one, other] = [await customer('one'), await customer('other')];
    const own = await line(one, 'a');
    await line(other, 'b');
    nextDay();
    await scene.connect(partner.partnerId, own, scene.nextNumber());
    await deactivate(own);
    await line(one, 'c');
    nextDay();
    await call('deactivate-partner-customer', { customer_id: one, reason: 'x' });
    nextDay();
    const { items, totals } = await scene.usage(partner, { ...range(), external_customer_id: 'one' });
    const nothing = { events_delivered: 0, reports: null, calls: null };
    const had = (taken: number, connected: number, active: number) => ({
      slots_peak: Math.min(taken, 1),
      slot_days: taken,
      lines_connected: connected,
      customers_active: active,
      ...nothing,
    });
    expect(items.map(({ date: _, ...figures }) => figures)).toEqual([
      had(1, 0, 1),
      had(2, 1, 1),
      had(1, 0, 0),
      had(0, 0, 0),
    ]);
    expect(totals).toEqual({ ...had(4, 1, 1), slots_peak: 1 });
  });

  it('counts a line that changes hands for the customer that had its slot last on the day', async () => {
    const [one, other, source] = [await customer('one'), await customer('other'), await customer('source')];
    const [moved, merged] = [await line(one, 'moved'), await line(source, 'merged')];
    nextDay();
    await move(moved, other);
    await merge(source, other);
    nextDay();
    await move(merged, one);
    expect(await daily('slot_days', one)).toEqual([1, 0, 1]);
    expect(await daily('slot_days', other)).toEqual([0, 2, 1]);
    expect(await daily('slot_days', source)).toEqual([1, 0, 0]);
    expect(await daily('slots_peak', other)).toEqual([0, 2, 2]);
    expect(await daily('customers_active', source)).toEqual([1, 0, 0]);
    expect(await daily('slot_days', null)).toEqual([2, 2, 2]);
  });

  it('counts a slot from the time at which a link takes it again', async () => {
    const one = await customer('one');
    const own = await line(one, 'a');
    await deactivate(own);
    nextDay();
    nextDay();
    await call('create-connect-session', { instance_id: own });
    nextDay();
    expect(await daily('slot_days', one)).toEqual([1, 0, 1, 1]);
    expect(await daily('slot_days', null)).toEqual([1, 0, 1, 1]);
  });

  it('does not change when the customer, and one that was merged into it, are erased', async () => {
    const [one, other, source] = [await customer('one'), await customer('other'), await customer('source')];
    await move(await line(other, 'moved'), one);
    await line(source, 'merged');
    nextDay();
    await merge(source, one);
    nextDay();
    await erase(one);
    nextDay();
    for (const id of [one, source]) expect(await daily('customers_active', id)).toEqual([1, id === one ? 1 : 0, 0, 0]);
    expect(await daily('slot_days', one)).toEqual([1, 2, 2, 0]);
    expect(await daily('slot_days', source)).toEqual([1, 0, 0, 0]);
    expect(await daily('slot_days', null)).toEqual([2, 2, 2, 0]);
  });

  it('has an event that the closed day of the partner gets by a correction', async () => {
    const [one, other] = [await customer('one'), await customer('other')];
    for (const id of [one, other]) {
      const body = { route: 'update-partner-customer', customer_id: id, customer_name: 'New' };
      await scene.service.call('PATCH', { bearer: partner.apiKey, body });
      await scene.endNext(partner.partnerId, id, 'delivered');
    }
    const late = await scene.records();
    nextDay();
    scene.clock.pass(8 * hour);
    await scene.close(partner.partnerId);
    const delivered = async (id: string | null): Promise<unknown> => {
      const query = { date_from: first, date_to: first, ...(id !== null && { customer_id: id }) };
      return (await scene.usage(partner, query)).totals.events_delivered;
    };
    expect([await delivered(one), await delivered(other), await delivered(null)]).toEqual([1, 1, 0]);
    await scene.journal(late);
    scene.clock.pass(8 * day);
    await scene.close(partner.partnerId);
    expect([await delivered(one), await delivered(other), await delivered(null)]).toEqual([1, 1, 2]);
  });

  it('is refused when the history has too many entries, with those of merged customers', async () => {
    const [one, source] = [await customer('one'), await customer('source')];
    await merge(source, one);
    const read = (most: number) => readCustomerUsage(table, partner.partnerId, one, { from: first, to: first }, most);
    expect((await read(4)).size).toBe(1);
    await expect(read(3)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('is refused for a customer of another partner', async () => {
    const theirs = await customer('theirs');
    const mine = await scene.service.newPartner();
    await expect(scene.usage(mine, { customer_id: theirs })).rejects.toThrow('not_found');
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { revised } from '../../lambdas/domain/instance.ts';
import { instanceStatuses } from '../../lambdas/domain/states/instance-states.ts';
import { instanceClauses, readInstance } from '../../lambdas/store/instances/instances.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';

const found = z.object({
  items: z.array(z.looseObject({ id: z.string(), customer_name: z.string(), partner_customer_id: z.string() })),
  total: z.number(),
  page: z.number(),
  page_size: z.number(),
  pages: z.number(),
});
const refusal = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.array(z.looseObject({ path: z.string() })) }),
});

let table: TestTable;
let world: World;
const clock = testClock();
const ids: Record<string, string> = {};
const customers: Record<string, string> = {};

const search = async (query: Readonly<Record<string, string>> = {}) => {
  const reply = await world.query('search-partner-instances', query);
  if (reply.status !== 200) throw new Error(reply.text);
  return found.parse(reply.body);
};
/** The names of the instances that are found, newest first. */
const names = async (query: Readonly<Record<string, string>>): Promise<readonly (string | undefined)[]> => {
  const { items, total } = await search({ ...query, page_size: '200' });
  expect(total).toBe(items.length);
  return items.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));
};

const create = async (name: string, customer: string): Promise<void> => {
  clock.pass(1);
  ids[name] = await world.instance(customers[customer] ?? '', name);
};
const label = (name: string, instance_name: string) =>
  world.command('PATCH', 'update-partner-instance-label', { instance_id: ids[name], instance_name });

/** Stores what the platform says about the number of an instance. */
const tell = async (name: string, verified_name: string, display_phone_number: string): Promise<void> => {
  const { partnerId } = world.partner;
  const record = await readInstance(table, partnerId, ids[name] ?? '');
  if (record === null) throw new Error('no such instance');
  const instance = revised(record.instance, { verified_name, display_phone_number }, clock.now());
  const next = { ...record, instance, revision: record.revision + 1 };
  await commit(table, instanceClauses(table, partnerId, next, record.instance));
};

beforeAll(async () => {
  table = await startTestTable();
  world = await startWorld(table, clock.now);
  for (const name of ['bakery', 'garage', 'empty']) customers[name] = await world.customer(name);
  await create('Bakery.Orders', 'bakery');
  await create('bakery-help', 'bakery');
  await create('garage:desk', 'garage');
  await create('garage-old', 'garage');
  await create('new', 'garage');
  await label('bakery-help', 'Crème brûlée');
  await world.connect(ids['Bakery.Orders'] ?? '', '206540000000001', '3001');
  await world.connect(ids['garage:desk'] ?? '', '206540000000002', '3001');
  await world.connect(ids['garage-old'] ?? '', '206540000000003', '3002');
  await world.command('POST', 'deactivate-partner-instance', { instance_id: ids['garage-old'] });
});
afterAll(() => table.stop());

describe('a search of instances', () => {
  it('shows what the detail shows, without the session and with the name of the customer', async () => {
    const { items } = await search({ search: 'bakery.orders' });
    const detail = await world.query('get-partner-instance', { instance_id: ids['Bakery.Orders'] ?? '' });
    const { session, ...shown } = z
      .object({ instance: z.looseObject({ session: z.unknown() }) })
      .parse(detail.body).instance;
    const customer = await world.query('get-partner-customer', { customer_id: customers['bakery'] ?? '' });
    const { customer_name } = z
      .object({ customer: z.looseObject({ customer_name: z.string() }) })
      .parse(customer.body).customer;
    expect(session).toBeNull();
    expect(items).toEqual([{ ...shown, customer_name }]);
  });

  it('finds all instances without a filter, newest first', async () => {
    expect(await names({})).toEqual(['new', 'garage-old', 'garage:desk', 'bakery-help', 'Bakery.Orders']);
    expect(await names({ search: ' ', platform_waba_id: '' })).toHaveLength(5);
  });

  it('finds a part of the key and of the label, without regard to case and accents', async () => {
    expect(await names({ search: 'BAKERY' })).toEqual(['bakery-help', 'Bakery.Orders']);
    expect(await names({ search: 'creme BRULEE' })).toEqual(['bakery-help']);
    expect(await names({ search: 'no such text' })).toEqual([]);
  });

  it('forgets a label that was removed', async () => {
    await label('new', 'For a moment');
    expect(await names({ search: 'moment' })).toEqual(['new']);
    await label('new', '');
    expect(await names({ search: 'moment' })).toEqual([]);
  });

  it('finds the platform’s name, and the digits of the number from three on', async () => {
    await tell('garage:desk', 'Garage Zürich', '+41 44 123 45 67');
    expect(await names({ search: 'zurich' })).toEqual(['garage:desk']);
    expect(await names({ search: '44 123' })).toEqual(['garage:desk']);
    expect(await names({ search: '4x4123' })).toEqual([]);
    expect(await names({ search: '99' })).toEqual([]);
  });

  it('finds base letters, and numbers by their last eight digits', async () => {
    await tell('garage:desk', 'Großgarage Łódź', '+41 44 123 45 67');
    for (const search of ['grossgarage lodz', 'GROẞGARAGE', '044 123 45 67', '0041 44 123 45 67', '01141441234567']) {
      expect([search, await names({ search })]).toEqual([search, ['garage:desk']]);
    }
    expect(await names({ search: '+49 44 123 45 67' })).toEqual([]);
  });

  it.each(instanceStatuses)('finds those with the status %s', async (status) => {
    const all = await search({ page_size: '200' });
    expect((await search({ status, page_size: '200' })).items).toEqual(
      all.items.filter((item) => item['status'] === status),
    );
  });

  it('finds those of a business account, also those that are no longer connected', async () => {
    expect(await names({ platform_waba_id: '3001' })).toEqual(['garage:desk', 'Bakery.Orders']);
    expect(await names({ platform_waba_id: '3002' })).toEqual(['garage-old']);
    expect(await names({ platform_waba_id: '300' })).toEqual([]);
  });

  it('finds those of a customer', async () => {
    expect(await names({ customer_id: customers['garage'] ?? '' })).toEqual(['new', 'garage-old', 'garage:desk']);
    expect(await names({ customer_id: customers['empty'] ?? '' })).toEqual([]);
    const unknown = await world.query('search-partner-instances', { customer_id: ids['new'] ?? '' });
    expect(unknown.status).toBe(404);
  });

  it('finds those that match all filters', async () => {
    const customer_id = customers['garage'] ?? '';
    expect(await names({ customer_id, search: 'garage' })).toEqual(['garage-old', 'garage:desk']);
    expect(await names({ customer_id, search: 'garage', status: 'inactive' })).toEqual(['garage-old']);
    expect(await names({ customer_id, platform_waba_id: '3001' })).toEqual(['garage:desk']);
    expect(await names({ search: 'bakery', platform_waba_id: '3001', status: 'connected' })).toEqual(['Bakery.Orders']);
    expect(await names({ search: 'bakery', customer_id })).toEqual([]);
  });

  it.each<Readonly<Record<string, string>>>([{}, { search: 'a' }, { status: 'created' }])(
    'has pages with the exact total, with %j',
    async (filter) => {
      const whole = await search({ ...filter, page_size: '200' });
      for (let page = 1; page <= whole.total; page += 1) {
        const part = await search({ ...filter, page: String(page), page_size: '1' });
        expect(part).toMatchObject({ total: whole.total, pages: whole.total, page, page_size: 1 });
        expect(part.items).toEqual([whole.items[page - 1]]);
      }
      expect((await search({ ...filter, page: String(whole.total + 1), page_size: '1' })).items).toEqual([]);
    },
  );

  it('shows the new owner of a moved instance, and of those of a merged customer', async () => {
    const [one, other] = [await world.customer('one'), await world.customer('other')];
    customers['one'] = one;
    await create('moving', 'one');
    await world.command('POST', 'merge-partner-customers', { source_customer_id: one, target_customer_id: other });
    expect(await names({ customer_id: other, search: 'mov' })).toEqual(['moving']);
    expect(await names({ customer_id: one })).toEqual([]);
    const target_customer_id = customers['empty'] ?? '';
    const { status } = await world.command('POST', 'move-partner-instance-to-customer', {
      instance_id: ids['moving'],
      target_customer_id,
    });
    expect(status).toBe(200);
    expect((await search({ search: 'moving' })).items).toMatchObject([{ partner_customer_id: target_customer_id }]);
  });

  it.each([
    ['status', 'asleep'],
    ['customer_id', 'somebody'],
    ['platform_waba_id', 'x'.repeat(101)],
    ['page', '0'],
    ['page_size', '201'],
  ])('is refused with the field and the rule when %s is %s', async (name, value) => {
    const reply = await world.query('search-partner-instances', { [name]: value });
    expect(reply.status).toBe(400);
    const { error } = refusal.parse(reply.body);
    expect(error.code).toBe('validation_failed');
    expect(error.message).toContain(name);
    expect(error.details.map(({ path }) => path)).toEqual([name]);
  });
});

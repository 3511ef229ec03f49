import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { knownParameters } from '../../lambdas/api/known-parameters.ts';
import { namesOfAll } from '../../tools/docs/known-parameters.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';
import { loadedRoutes, type LoadedRoute } from '../../tools/openapi/loaded-routes.ts';
import { inputOf } from '../../tools/openapi/requests.ts';
import { startService, type Reply, type TestService } from '../../tools/harness/service.ts';
import { problemsOf, verdictOf } from './replies.ts';

const number = '206540000000001';
const formerNumber = '206540000000002';
const clock = testClock();
let table: TestTable;
let world: World;
let service: TestService;
let customers: Readonly<Record<'with' | 'without', string>>;
let line: string;

beforeAll(async () => {
  table = await startTestTable();
  world = await startWorld(table, clock.now);
  service = await startService(table, { clock: clock.now });
  customers = { with: await world.customer('with'), without: await world.customer('without') };
  line = await world.instance(customers.with, 'the-line');
  await world.instance(customers.without, 'another-line');
  await world.connect(line, number, '3001');
});
afterAll(() => table.stop());

const takenBy = (row: LoadedRoute): readonly string[] => Object.keys(inputOf(row).properties ?? {});
const bearerFor = async ({ audience }: LoadedRoute): Promise<string> =>
  audience.kind === 'partner' || audience.kind === 'delivery-report'
    ? world.partner.apiKey
    : world.partner.member('owner');

const value = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
const partner = ({ audience }: LoadedRoute): Readonly<Record<string, string>> =>
  audience.kind === 'person' ? { partner_id: world.partner.partnerId } : {};

const foreign = (given: Reply): readonly string[] =>
  problemsOf(given)
    .filter(({ rule }) => rule === 'not_for_this_route')
    .map(({ path }) => path);

describe('a selector or filter that a route does not take', () => {
  it('is known from the operations of all routes', () => {
    expect([...knownParameters]).toEqual(namesOfAll(loadedRoutes));
    expect(knownParameters.has('customer_id')).toBe(true);
    expect(knownParameters.has('page')).toBe(false);
  });

  it.each(loadedRoutes)('is refused by $route', async (row) => {
    const [method] = row.methods;
    const bearer = await bearerFor(row);
    const others = [...knownParameters].filter((name) => !takenBy(row).includes(name));
    const query = { route: row.route, ...partner(row), ...Object.fromEntries(others.map((name) => [name, value])) };
    expect(foreign(await service.call(method, { bearer, query })).toSorted()).toEqual(others.toSorted());
    if (method === 'GET') return;
    const body = await service.call(method, { bearer, body: query });
    expect(foreign(body).toSorted()).toEqual(others.toSorted());
  });

  it('is refused in the query of a command that takes it in the body alone', async () => {
    const query = { route: 'create-customer-instance', instance_key: 'in-the-query' };
    const body = { instance_key: 'in-the-body', external_customer_id: 'with' };
    expect(foreign(await service.call('POST', { bearer: world.partner.apiKey, query, body }))).toEqual([
      'instance_key',
    ]);
  });

  it('is ignored as null in a body, as names that no route knows are anywhere', async () => {
    const body = { route: 'rotate-partner-webhook-secret', customer_id: null, no_such_name: 'x' };
    const query = { another_name: 'y' };
    expect(verdictOf(await service.call('POST', { bearer: world.partner.apiKey, query, body }))).toBe('200');
  });
});

describe('the aliases of a selector', () => {
  const groups = [
    ['customer_id', 'partner_customer_id', 'external_customer_id'],
    ['instance_id', 'partner_instance_id'],
    ['platform_waba_id', 'waba_id'],
  ];
  // The interface lists the properties of this route, and allows no others.
  const closed = 'update-partner-customer';

  it.each(loadedRoutes.filter(({ route }) => route !== closed))('are taken together by $route', (row) => {
    const taken = takenBy(row);
    for (const [name = '', ...aliases] of groups) {
      if (taken.includes(name)) expect(taken).toEqual(expect.arrayContaining(aliases));
    }
  });
});

describe('two ids of an instance', () => {
  const other = value.replace('7', '8');
  const rest = { target_customer_id: value, instance_name: 'A label', template_id: '71' };

  it.each(loadedRoutes.filter((row) => takenBy(row).includes('partner_instance_id')))(
    'contradict each other on $route, though neither is known',
    async (row) => {
      const [method] = row.methods;
      const needed = Object.entries(rest).filter(([name]) => takenBy(row).includes(name));
      const given = { route: row.route, instance_id: value, partner_instance_id: other, ...Object.fromEntries(needed) };
      const bearer = await bearerFor(row);
      const reply = await service.call(method, { bearer, [method === 'GET' ? 'query' : 'body']: given });
      expect(verdictOf(reply)).toBe('400 conflicting_selectors');
    },
  );
});

const items = z.object({ items: z.array(z.looseObject({})), total: z.number() });
const idsOf = (reply: Reply): readonly unknown[] => {
  if (reply.status !== 200) throw new Error(reply.text);
  const { items: found, total } = items.parse(reply.body);
  expect(total).toBe(found.length);
  return found.map(({ id }) => id);
};

describe('platform_phone_number_id', () => {
  const numbered = { platform_phone_number_id: number };
  const nobodys = { platform_phone_number_id: formerNumber };

  it('selects an instance', async () => {
    const found = await world.query('get-partner-instance', numbered);
    expect(found.body['instance']).toMatchObject({ id: line, platform_phone_number_id: number });
    expect(verdictOf(await world.query('get-partner-instance', nobodys))).toBe('404 not_found');
    const both = { ...numbered, instance_key: 'another-line' };
    expect(verdictOf(await world.query('get-partner-instance', both))).toBe('400 conflicting_selectors');
  });

  it.each(['list-partner-instances', 'search-partner-instances'])('filters %s', async (route) => {
    expect(idsOf(await world.query(route, numbered))).toEqual([line]);
    expect(idsOf(await world.query(route, nobodys))).toEqual([]);
    expect(idsOf(await world.query(route, { ...numbered, status: 'inactive' }))).toEqual([]);
    expect(idsOf(await world.query(route, { ...numbered, customer_id: customers.with }))).toEqual([line]);
    expect(idsOf(await world.query(route, { ...numbered, partner_customer_id: customers.without }))).toEqual([]);
  });

  it.each(['search-partner-delivery-events', 'get-partner-delivery-health'])('filters %s', async (route) => {
    const byNumber = await world.query(route, numbered);
    const byId = await world.query(route, { instance_id: line });
    expect([byNumber.status, Object.keys(byNumber.body)]).toEqual([200, Object.keys(byId.body)]);
    expect(verdictOf(await world.query(route, nobodys))).toBe('404 not_found');
    const other = { ...numbered, external_customer_id: 'without' };
    expect(verdictOf(await world.query(route, other))).toBe('404 not_found');
    expect(verdictOf(await world.query(route, { external_customer_id: 'with' }))).toBe('200');
  });

  it('filters list-partner-webhook-events by the customer of the line', async () => {
    const route = 'list-partner-webhook-events';
    const update = { external_customer_id: 'with', changes: { customer_name: 'Another name' } };
    await world.command('PATCH', 'update-partner-customer', update);
    const [event, ...more] = idsOf(await world.query(route, numbered));
    expect([typeof event, more]).toEqual(['string', []]);
    expect(idsOf(await world.query(route, { external_customer_id: 'with' }))).toEqual([event]);
    expect(idsOf(await world.query(route, { external_customer_id: 'without' }))).toEqual([]);
    expect(verdictOf(await world.query(route, nobodys))).toBe('404 not_found');
  });
});

describe('a filter of search-partner-instances', () => {
  it('names a customer by every name', async () => {
    const route = 'search-partner-instances';
    expect(verdictOf(await world.query(route, { partner_customer_id: value }))).toBe('404 not_found');
    expect(idsOf(await world.query(route, { external_customer_id: 'with' }))).toEqual([line]);
    expect(idsOf(await world.query(route, { waba_id: '3001' }))).toEqual([line]);
    expect(idsOf(await world.query(route, { waba_id: '3999' }))).toEqual([]);
  });
});

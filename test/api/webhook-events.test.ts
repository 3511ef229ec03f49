import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { answered, timedOut } from '../events/verified-receiver.ts';
import { eventOf, withEventList, type EventListScene, type EventPartner } from './event-list-scene.ts';
import { problemsOf, verdictOf } from './replies.ts';

let scene: EventListScene;
let own: EventPartner;
withEventList(
  (started) => {
    scene = started;
  },
  (partner) => {
    own = partner;
  },
);

const day = 86_400_000;

const idsOf = ({ items }: Awaited<ReturnType<EventPartner['list']>>) => items.map(({ id }) => id);

describe('the list of events', () => {
  test('shows an event as it waits, fails and is delivered', async () => {
    const customer = await own.newCustomer();
    scene.clock.pass(1_000);
    const start = scene.clock.now();
    const id = await customer.change();
    await scene.catchUp();
    const item = {
      id,
      type: 'service.partner.customer.updated',
      customer_id: customer.id,
      sequence: 1,
      created_at: isoOf(start),
    };
    const fresh = { ...item, attempts: 0, last_error: null, delivered_at: null };
    expect(await own.list()).toEqual({
      items: [{ ...fresh, status: 'waiting', next_attempt_at: isoOf(start) }],
      total: 1,
      page: 1,
      page_size: 50,
      pages: 1,
    });
    scene.receiver.answer = () => answered(503);
    await scene.settle();
    await scene.catchUp();
    const last_error = { code: 'http_503', message: 'The endpoint answered with status 503.', at: isoOf(start) };
    expect((await own.list()).items).toEqual([
      { ...fresh, status: 'waiting', attempts: 1, next_attempt_at: isoOf(start + 5_000), last_error },
    ]);
    scene.receiver.answer = () => answered(204);
    scene.clock.pass(5_000);
    await scene.settle();
    await scene.catchUp();
    const delivered = { status: 'delivered', attempts: 2, next_attempt_at: null, last_error } as const;
    expect((await own.list()).items).toEqual([{ ...item, ...delivered, delivered_at: isoOf(start + 5_007) }]);
  });

  test('has no error for an event that the first attempt delivered', async () => {
    await (await own.newCustomer()).change();
    await scene.settle();
    await scene.catchUp();
    expect((await own.list()).items).toMatchObject([{ status: 'delivered', attempts: 1, last_error: null }]);
  });

  test('counts a request that the slow queue repeated, and has its error', async () => {
    await (await own.newCustomer()).change();
    scene.receiver.answer = ({ limit }) => {
      scene.clock.pass(1_000);
      return limit === null ? answered(204) : timedOut;
    };
    await scene.settle();
    await scene.catchUp();
    const [listed] = (await own.list()).items;
    expect(listed).toMatchObject({ status: 'delivered', attempts: 2, last_error: { code: 'handed_over' } });
    const shown = eventOf(await own.get(listed?.id ?? ''));
    expect(shown.attempt_log).toHaveLength(2);
    expect(shown.last_error).toEqual(listed?.last_error);
  });

  test('shows no time of the next attempt while an event waits for the one before it, or for its endpoint', async () => {
    const customer = await own.newCustomer();
    scene.receiver.answer = () => answered(500);
    await own.changes(customer, 2);
    await scene.settle();
    await scene.catchUp();
    const [second, first] = (await own.list()).items;
    expect([second?.status, second?.next_attempt_at]).toEqual(['waiting', null]);
    expect([first?.status, first?.next_attempt_at]).toEqual(['waiting', expect.any(String)]);
  });

  test('is newest first, in pages with exact totals, and empty after the last page', async () => {
    const ids = [...(await own.changes(await own.newCustomer(), 4))];
    ids.unshift(...(await own.changes(await own.newCustomer(), 3)));
    await scene.catchUp();
    const pages = [1, 2, 3, 4, 5].map((page) => own.list({ page: String(page), page_size: '2' }));
    const read = await Promise.all(pages);
    expect(read.flatMap(idsOf)).toEqual(ids);
    expect(read.map(({ items }) => items.length)).toEqual([2, 2, 2, 1, 0]);
    expect(new Set(read.map(({ total, pages: all }) => `${total} of ${all}`))).toEqual(new Set(['7 of 4']));
  });

  test('orders events of the same moment by their ids', async () => {
    const customers = [await own.newCustomer(), await own.newCustomer(), await own.newCustomer()];
    const ids = [];
    for (const customer of customers) ids.push(await customer.change());
    await scene.catchUp();
    expect(idsOf(await own.list())).toEqual(ids.toSorted().toReversed());
  });

  test('goes across days, and a date stands for the whole UTC day', async () => {
    const customer = await own.newCustomer();
    const [first = ''] = await own.changes(customer, 1);
    scene.clock.pass(day);
    const [second = ''] = await own.changes(customer, 1);
    scene.clock.pass(2 * day);
    const [third = ''] = await own.changes(customer, 1);
    await scene.catchUp();
    expect(idsOf(await own.list())).toEqual([third, second, first]);
    const dateOf = (back: number): string => isoOf(scene.clock.now() - back * day).slice(0, 10);
    expect(idsOf(await own.list({ date_from: dateOf(2), date_to: dateOf(2) }))).toEqual([second]);
    expect(idsOf(await own.list({ date_to: dateOf(2) }))).toEqual([second, first]);
    expect(idsOf(await own.list({ date_from: dateOf(2) }))).toEqual([third, second]);
    expect(await own.list({ date_from: dateOf(1), date_to: dateOf(1) })).toMatchObject({
      items: [],
      total: 0,
      pages: 0,
    });
    const [created = ''] = (await own.list()).items.map((item) => item.created_at);
    expect(idsOf(await own.list({ date_from: created, date_to: created }))).toEqual([third]);
    const before = isoOf(Date.parse(created) - 1);
    expect(idsOf(await own.list({ date_from: before, date_to: before }))).toEqual([]);
  });

  test('shows events for 30 days after their creation', async () => {
    const customer = await own.newCustomer();
    const [id = ''] = await own.changes(customer, 1);
    await scene.catchUp();
    scene.clock.pass(30 * day);
    expect(idsOf(await own.list())).toEqual([id]);
    expect(verdictOf(await own.get(id))).toBe('200');
    scene.clock.pass(1);
    expect(await own.list()).toMatchObject({ items: [], total: 0 });
    expect(await own.list({ customer_id: customer.id })).toMatchObject({ items: [], total: 0 });
    expect(await own.list({ date_from: '2030-01-01' })).toMatchObject({ total: 0 });
    expect(verdictOf(await own.get(id))).toBe('404 not_found');
    expect(verdictOf(await own.get(id, { customer_id: customer.id }))).toBe('404 not_found');
  });
});

describe('the filters', () => {
  test('choose by status, type and customer, and count only what they choose', async () => {
    const [one, two] = [await own.newCustomer(), await own.newCustomer()];
    const [delivered = ''] = await own.changes(one, 1);
    await scene.settle();
    scene.receiver.answer = () => answered(410);
    const [gone = ''] = await own.changes(two, 1);
    await scene.settle();
    const [waiting = ''] = await own.changes(one, 1);
    await scene.catchUp();
    const found = async (query: Readonly<Record<string, string>>) => {
      const page = await own.list(query);
      expect(page.total).toBe(page.items.length);
      return idsOf(page);
    };
    expect(await found({})).toEqual([waiting, gone, delivered]);
    expect(await found({ status: 'all' })).toEqual([waiting, gone, delivered]);
    expect(await found({ status: 'waiting' })).toEqual([waiting]);
    expect(await found({ status: 'delivered' })).toEqual([delivered]);
    expect(await found({ status: 'undelivered' })).toEqual([gone]);
    expect(await found({ customer_id: one.id })).toEqual([waiting, delivered]);
    expect(await found({ partner_customer_id: two.id, status: 'undelivered' })).toEqual([gone]);
    expect(await found({ type: 'service.partner.customer.updated' })).toEqual([waiting, gone, delivered]);
    expect(await found({ type: 'service.partner.customer.merged' })).toEqual([]);
  });

  test('count an event that was given up as undelivered', async () => {
    await (await own.newCustomer()).change();
    scene.receiver.answer = () => timedOut;
    for (let tries = 0; tries < 12; tries += 1) {
      await scene.settle();
      scene.clock.pass(day);
    }
    await scene.catchUp();
    expect((await own.list({ status: 'undelivered' })).items).toMatchObject([{ last_error: { code: 'timeout' } }]);
  });

  test('leave out an event that has changed since it was journalled', async () => {
    const customer = await own.newCustomer();
    await customer.change();
    await scene.catchUp();
    await scene.settle();
    expect(await own.list({ status: 'waiting' })).toMatchObject({ items: [], total: 0 });
    expect((await own.list()).items).toMatchObject([{ status: 'delivered' }]);
  });

  test('find a change of a customer at once when the customer is given', async () => {
    const customer = await own.newCustomer();
    const ids = await own.changes(customer, 3);
    expect((await own.list()).total).toBe(0);
    expect(await own.list({ customer_id: customer.id, page_size: '2' })).toMatchObject({ total: 3, pages: 2 });
    expect(idsOf(await own.list({ customer_id: customer.id, page_size: '2', page: '2' }))).toEqual(ids.slice(2));
    await scene.settle();
    expect((await own.list({ customer_id: customer.id, status: 'delivered' })).total).toBe(3);
    const [newest = ''] = ids;
    expect(eventOf(await own.get(newest))).toMatchObject({ id: newest, sequence: 3 });
    expect(eventOf(await own.get(newest, { customer_id: customer.id }))).toMatchObject({ id: newest, sequence: 3 });
  });

  test.each([
    [{ status: 'parked' }, 'status'],
    [{ type: 'anything' }, 'type'],
    [{ customer_id: 'one' }, 'customer_id'],
    [{ date_from: 'yesterday' }, 'date_from'],
    [{ date_from: '2030-01-03', date_to: '2030-01-02' }, 'date_from'],
    [{ page_size: '201' }, 'page_size'],
  ])('are refused by name when they are wrong: %p', async (query, path) => {
    const reply = await scene.get('list-partner-webhook-events', query, own.partner.apiKey);
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(problemsOf(reply).map((problem) => problem.path)).toEqual([path]);
  });

  test('answer 404 for a customer that does not exist, and 400 for two customers', async () => {
    const two = { customer_id: randomUUID(), partner_customer_id: randomUUID() };
    const asked = (query: Readonly<Record<string, string>>) =>
      scene.get('list-partner-webhook-events', query, own.partner.apiKey);
    expect(verdictOf(await asked({ customer_id: two.customer_id }))).toBe('404 not_found');
    expect(verdictOf(await asked(two))).toBe('400 conflicting_selectors');
  });
});

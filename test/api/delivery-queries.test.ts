import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { reportedOf, startScene, type DeliveryScene } from '../delivery/delivery-scene.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { errorOf, pageOf, problemsOf, verdictOf } from './replies.ts';
import type { Reply } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';

/** 2030-01-02T03:04:05Z */
const clock = testClock();
const minute = 60_000;
const hour = 60 * minute;

let table: TestTable;
let scene: DeliveryScene;
let other: DeliveryScene;
let second: { readonly customerId: string; readonly instanceId: string };
/** Ids of the scene's events, newest first. */
let ids: readonly string[];

/** One report every 10 minutes, 40 of them, for two instances in turn. */
beforeAll(async () => {
  table = await startTestTable();
  scene = await startScene(table, clock.now);
  other = await startScene(table, clock.now);
  const customerId = await scene.customer('second');
  const instanceId = await scene.instance(customerId, 'line-2');
  await scene.connect(instanceId, '20650', '2002');
  second = { customerId, instanceId };
  const reported: string[] = [];
  for (let number = 0; number < 40; number += 1) {
    const reply = await scene.report({
      phone_number_id: number % 2 === 0 ? scene.phoneNumberId : '20650',
      message_id: `m-${Math.floor(number / 4)}-${number % 2}`,
      status: number % 4 < 2 ? 'sent' : number < 20 ? 'failed' : 'delivered',
      ...(number % 4 >= 2 && number < 20 ? { error_code: 131000, error_title: 'Something went wrong' } : {}),
      occurred_at: new Date(clock.now() - number * 10 * minute).toISOString(),
    });
    reported.push(reportedOf(reply).event_id);
  }
  await scene.fold();
  ids = reported;
});
afterAll(async () => {
  scene.close();
  other.close();
  await table.stop();
});

const search = (query: Record<string, string> = {}): Promise<Reply> =>
  scene.query('search-partner-delivery-events', query);
const idsIn = (reply: Reply): readonly string[] =>
  z
    .array(z.object({ id: z.string() }))
    .parse(pageOf(reply).items)
    .map(({ id }) => id);
const every = (step: number, from: number): readonly string[] => ids.filter((_, place) => place % step === from);

describe('search-partner-delivery-events', () => {
  test('shows the last 24 hours, newest first', async () => {
    const reply = await search();
    expect(pageOf(reply)).toMatchObject({ total: 40, page: 1, page_size: 50, pages: 1 });
    expect(idsIn(reply)).toEqual(ids);
  });

  test('returns pages, and an empty one past the end', async () => {
    const pages = await Promise.all(['1', '2', '3', '4', '1000000'].map((page) => search({ page, page_size: '15' })));
    expect(pages.map(idsIn)).toEqual([ids.slice(0, 15), ids.slice(15, 30), ids.slice(30), [], []]);
    expect(pages.map((reply) => pageOf(reply).pages)).toEqual([3, 3, 3, 3, 3]);
  });

  test('filters by a customer or an instance, by either identifier', async () => {
    const [mine, theirs] = [every(2, 0), every(2, 1)];
    expect(idsIn(await search({ customer_id: scene.customerId }))).toEqual(mine);
    expect(idsIn(await search({ partner_customer_id: second.customerId.toUpperCase() }))).toEqual(theirs);
    expect(idsIn(await search({ instance_id: second.instanceId }))).toEqual(theirs);
    expect(idsIn(await search({ partner_instance_id: scene.instanceId, customer_id: scene.customerId }))).toEqual(mine);
  });

  test('filters by a range, both ends included', async () => {
    const at = (minutes: number): string => new Date(clock.now() - minutes * minute).toISOString();
    expect(idsIn(await search({ date_from: at(50), date_to: at(20) }))).toEqual(ids.slice(2, 6));
    expect(pageOf(await search({ date_from: ' 2030-01-02', date_to: '2030-01-02 ' })).total).toBe(19);
    expect(pageOf(await search({ date_from: '2030-01-01', date_to: '2030-01-01' })).total).toBe(21);
    expect(pageOf(await search({ date_from: '2030-01-01T21:00:00-03:00' })).total).toBe(19);
    expect(pageOf(await search({ date_from: '2029-12-01', date_to: '2029-12-31' })).total).toBe(0);
  });

  test('shows a late report at its time', async () => {
    const late = await other.report({
      message_id: 'late',
      occurred_at: new Date(clock.now() - 5 * hour).toISOString(),
    });
    const now = await other.report({ message_id: 'now' });
    await other.fold();
    const later = await other.report({
      message_id: 'later',
      occurred_at: new Date(clock.now() - 3 * hour).toISOString(),
    });
    await other.fold();
    expect(idsIn(await other.query('search-partner-delivery-events', {}))).toEqual(
      [now, later, late].map((reply) => reportedOf(reply).event_id),
    );
  });

  const failed = (): readonly string[] => ids.filter((_, place) => place < 20 && place % 4 >= 2);

  test('filters by a status', async () => {
    const shown = await search({ status: 'failed' });
    expect(idsIn(shown)).toEqual(failed());
    expect(pageOf(shown)).toMatchObject({ total: 10, page: 1, page_size: 50, pages: 1 });
    expect(pageOf(await search({ status: 'read' }))).toMatchObject({ total: 0, pages: 0, items: [] });
  });

  test('filters by an error code, which may be a number or a string', async () => {
    const text = await other.report({ message_id: 'text', status: 'failed', error_code: '131026' });
    const number = await other.report({ message_id: 'number', status: 'failed', error_code: 131026 });
    await other.report({ message_id: 'longer', status: 'failed', error_code: 1310260 });
    await other.report({ message_id: 'none', status: 'failed' });
    await other.fold();
    const found = await other.query('search-partner-delivery-events', { error_code: '131026' });
    expect(idsIn(found).toSorted()).toEqual([text, number].map((reply) => reportedOf(reply).event_id).toSorted());
    expect(idsIn(await search({ error_code: '131000' }))).toEqual(failed());
    expect(idsIn(await search({ error_code: ' 131000' }))).toEqual([]);
  });

  test('filters by the id of a message', async () => {
    expect(idsIn(await search({ message_id: 'm-1-0' }))).toEqual([ids[4], ids[6]]);
    expect(idsIn(await search({ message_id: 'M-1-0' }))).toEqual([]);
  });

  test('filters by all of them, in pages', async () => {
    const all = { status: 'failed', error_code: '131000', instance_id: second.instanceId };
    const expected = failed().filter((id) => every(2, 1).includes(id));
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => search({ ...all, page, page_size: '2' })));
    expect(pages.map(idsIn)).toEqual([expected.slice(0, 2), expected.slice(2, 4), expected.slice(4), []]);
    expect(pages.map((reply) => pageOf(reply))).toMatchObject(pages.map(() => ({ total: 5, pages: 3 })));
    const range = { date_from: '2030-01-02', date_to: '2030-01-02' };
    expect(pageOf(await search({ status: 'sent', message_id: 'm-1-0', ...range })).total).toBe(1);
    expect(pageOf(await search({ status: 'sent', error_code: '131000' })).total).toBe(0);
  });

  test('without a value ignores an id and a code', async () => {
    expect(pageOf(await search({ message_id: '', error_code: '' })).total).toBe(40);
  });

  test.each<[Record<string, string>, string, string]>([
    [{ status: 'lost' }, 'status', 'enum'],
    [{ error_code: 'x'.repeat(513) }, 'error_code', 'maximum'],
    [{ message_id: 'ü'.repeat(513) }, 'message_id', 'maximum'],
    [{ page: '0' }, 'page', 'minimum'],
    [{ page: '1000001' }, 'page', 'maximum'],
    [{ page: '1.5' }, 'page', 'type'],
    [{ page_size: '201' }, 'page_size', 'maximum'],
    [{ customer_id: 'x' }, 'customer_id', 'format'],
    [{ partner_instance_id: '5' }, 'partner_instance_id', 'format'],
    [{ date_from: '2030-02-30' }, 'date_from', 'format'],
    [{ date_to: '2030-01-01T00:00:00' }, 'date_to', 'format'],
    [{ date_from: '2030-01-02', date_to: '2030-01-01' }, 'date_from', 'range'],
  ])('refuses %j', async (query, path, rule) => {
    const reply = await search(query);
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(problemsOf(reply)).toMatchObject([{ path, rule }]);
    expect(errorOf(reply).message).toMatch(new RegExp(`^${path} `));
  });
});

const health = z.object({
  window_hours: z.number(),
  from: z.string(),
  to: z.string(),
  counts: z.record(z.string(), z.number()),
  messages: z.number(),
  rates: z.record(z.string(), z.number().nullable()),
  top_errors: z.array(z.unknown()),
  series: z.array(z.object({ at: z.string(), counts: z.record(z.string(), z.number()) })),
  verdict: z.string(),
  by_instance: z.array(z.object({ instance_id: z.string(), messages: z.number() })).optional(),
});
const healthOf = async (query: Record<string, string> = {}): Promise<z.infer<typeof health>> =>
  health.parse((await scene.query('get-partner-delivery-health', query)).body['health']);

describe('get-partner-delivery-health', () => {
  test('counts the last 24 hours of the partner, with its instances', async () => {
    const shown = await healthOf();
    expect(shown).toMatchObject({
      window_hours: 24,
      counts: { sent: 20, delivered: 10, read: 0, failed: 10, deleted: 0 },
      messages: 20,
      rates: { delivered: 0.5, read: 0, failed: 0.5 },
      top_errors: [{ code: 131000, title: 'Something went wrong', count: 10 }],
      verdict: 'critical',
    });
    expect(shown.by_instance?.map(({ instance_id: id, messages }) => [id, messages]).sort()).toEqual(
      [scene.instanceId, second.instanceId].sort().map((id) => [id, 10]),
    );
    expect(shown.series.reduce((sum, { counts }) => sum + (counts['sent'] ?? 0), 0)).toBe(20);
    const [first = ''] = [shown.series.at(0)?.at];
    expect([first.slice(0, 13), shown.series.at(-1)?.at]).toEqual([
      shown.from.slice(0, 13),
      '2030-01-02T03:00:00.000Z',
    ]);
  });

  test('has no by_instance for an instance', async () => {
    const shown = await healthOf({ instance_id: second.instanceId });
    expect(shown).toMatchObject({ messages: 10, verdict: 'insufficient_data' });
    expect(shown.by_instance).toBeUndefined();
  });

  test('counts a customer, for up to 90 days', async () => {
    const shown = await healthOf({ partner_customer_id: second.customerId, window_hours: '2160' });
    expect(shown).toMatchObject({ window_hours: 2160, messages: 10 });
    expect(shown.series).toHaveLength(91);
    expect(shown.by_instance).toHaveLength(1);
  });

  test.each([
    ['0', 'minimum'],
    ['2161', 'maximum'],
    ['1.5', 'type'],
    ['', 'type'],
  ])('refuses window_hours=%s', async (hours, rule) => {
    const reply = await scene.query('get-partner-delivery-health', { window_hours: hours });
    expect(problemsOf(reply)).toMatchObject([{ path: 'window_hours', rule }]);
  });
});

describe.each(['search-partner-delivery-events', 'get-partner-delivery-health'])('%s', (route) => {
  test("does not find another partner's records", async () => {
    const strange: readonly Record<string, string>[] = [
      { customer_id: other.customerId },
      { instance_id: other.instanceId },
      { partner_instance_id: other.instanceId, customer_id: scene.customerId },
      { customer_id: '01920000-0000-7000-8000-000000000000' },
      { customer_id: scene.customerId, instance_id: second.instanceId },
    ];
    for (const query of strange) expect(verdictOf(await scene.query(route, query))).toBe('404 not_found');
    const reply = await scene.query(route, { partner_id: other.partner.partnerId });
    expect(verdictOf(reply)).toBe('403 partner_scope_mismatch');
  });

  test('refuses selectors that contradict each other', async () => {
    const reply = await scene.query(route, { customer_id: scene.customerId, partner_customer_id: second.customerId });
    expect(verdictOf(reply)).toBe('400 conflicting_selectors');
    const instances = await scene.query(route, {
      instance_id: scene.instanceId,
      partner_instance_id: second.instanceId,
    });
    expect(verdictOf(instances)).toBe('400 conflicting_selectors');
  });

  test('requires the scope platform_risk.read', async () => {
    const made = await scene.operate('partners create', { name: 'Without the scope' });
    const { partner } = z.object({ partner: z.object({ partner_id: z.string() }) }).parse(made);
    const issued = await scene.operate('keys issue', { partner_id: partner.partner_id, scopes: ['instances.read'] });
    const { api_key: key } = z.object({ api_key: z.string() }).parse(issued);
    expect(verdictOf(await scene.call('GET', { bearer: key, query: { route } }))).toBe('403 forbidden_scope');
    expect((await scene.call('GET', { bearer: await scene.partner.member('viewer'), query: { route } })).status).toBe(
      200,
    );
    expect(verdictOf(await scene.call('GET', { bearer: null, query: { route } }))).toBe('401 unauthenticated');
  });
});

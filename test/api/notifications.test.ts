import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { z } from 'zod';
import { noticeCategories, type Notice, type NoticeCategory } from '../../lambdas/domain/notice.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { keys } from '../../lambdas/store/keys.ts';
import { commitTelling, noticeClauses } from '../../lambdas/store/notices.ts';
import { startTestTable, type TestTable } from '../store/test-table.ts';
import { errorOf, problemsOf, verdictOf } from './replies.ts';
import { startService, type Reply, type TestPartner, type TestService } from './service.ts';
import { testClock } from './test-clock.ts';

const clock = testClock();
let table: TestTable;
let service: TestService;
let partner: TestPartner;
let owner: string;
let viewer: string;

beforeAll(async () => {
  table = await startTestTable();
  service = await startService(table, { clock: clock.now });
});
afterAll(() => table.stop());
beforeEach(async () => {
  partner = await service.newPartner();
  owner = await partner.member('owner');
  viewer = await partner.member('viewer');
});

const noticeOf = (category: NoticeCategory, title: string): Notice => ({
  category,
  severity: 'warning',
  title,
  body: 'What it means.',
  entity: { type: 'instance', id: 'i' },
});

/** Tells the partner's members, each commit a moment after the one before. */
const tell = async (...commits: readonly (readonly Notice[])[]): Promise<void> => {
  for (const notices of commits) {
    clock.pass(7);
    await commitTelling(table, [], noticeClauses(table, newId), partner.partnerId, notices, clock.now());
  }
};

const shownNotification = z.strictObject({
  id: z.string(),
  category: z.string(),
  severity: z.string(),
  title: z.string(),
  body: z.string(),
  entity: z.strictObject({ type: z.string(), id: z.string() }),
  created_at: z.string(),
  read_at: z.string().nullable(),
});
const shownPage = z.object({
  items: z.array(shownNotification),
  total: z.number(),
  page: z.number(),
  page_size: z.number(),
  pages: z.number(),
  unread: z.number(),
});

const get = (route: string, query: Record<string, string> = {}, bearer = owner): Promise<Reply> =>
  service.call('GET', { bearer, query: { route, ...query } });
const list = async (query: Record<string, string> = {}, bearer = owner): Promise<z.infer<typeof shownPage>> =>
  shownPage.parse((await get('list-partner-notifications', query, bearer)).body);
const titles = async (query: Record<string, string> = {}, bearer = owner): Promise<readonly string[]> =>
  (await list(query, bearer)).items.map(({ title }) => title);
const send = (
  method: string,
  route: string,
  body: Record<string, unknown> = {},
  bearer = owner,
  key?: string,
): Promise<Reply> =>
  service.call(method, {
    bearer,
    body: { route, ...body },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const markRead = (id: string, bearer = owner): Promise<Reply> =>
  send('POST', 'mark-partner-notification-read', { notification_id: id }, bearer);
const markAll = (bearer = owner, key?: string): Promise<Reply> =>
  send('POST', 'mark-all-partner-notifications-read', {}, bearer, key);
const prefer = (preferences: Record<string, unknown>, bearer = owner): Promise<Reply> =>
  send('PATCH', 'update-partner-notification-preferences', preferences, bearer);

describe('the list of notifications', () => {
  test('is empty at first', async () => {
    expect(await list()).toEqual({ items: [], total: 0, page: 1, page_size: 50, pages: 0, unread: 0 });
  });

  test('shows what was told, newest first, to every member', async () => {
    await tell([noticeOf('templates', 'one')], [noticeOf('billing', 'two')]);
    const { items, ...rest } = await list();
    expect(rest).toEqual({ total: 2, page: 1, page_size: 50, pages: 1, unread: 2 });
    expect(items.map(({ title }) => title)).toEqual(['two', 'one']);
    expect(items[0]).toMatchObject({ category: 'billing', severity: 'warning', read_at: null });
    expect(items[0]?.created_at).toBe(new Date(clock.now()).toISOString());
    expect(await titles({}, viewer)).toEqual(['two', 'one']);
  });

  test('goes by pages', async () => {
    await tell(...Array.from({ length: 7 }, (_, number) => [noticeOf('system', `n${number}`)]));
    expect(await titles({ page: '2', page_size: '3' })).toEqual(['n3', 'n2', 'n1']);
    expect(await list({ page: '9', page_size: '3' })).toMatchObject({ items: [], total: 7, pages: 3, unread: 7 });
  });

  test('counts what one commit tells together', async () => {
    await tell([noticeOf('system', 'a'), noticeOf('system', 'b'), noticeOf('templates', 'c')]);
    expect(await list()).toMatchObject({ total: 3, unread: 3 });
  });

  test('tells a fact once, whoever brings it', async () => {
    const fact = { ...noticeOf('templates', 'a fact'), onceKey: 'template:1:PAUSED' };
    await Promise.all([tell([fact]), tell([fact]), tell([fact, noticeOf('system', 'beside')])]);
    expect((await titles()).toSorted()).toEqual(['a fact', 'beside']);
  });

  test.each([
    [{ status: 'old' }, 'status', 'enum'],
    [{ page: '0' }, 'page', 'minimum'],
    [{ page_size: '201' }, 'page_size', 'maximum'],
  ])('refuses %j', async (query, path, rule) => {
    const reply = await get('list-partner-notifications', query);
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(problemsOf(reply)).toMatchObject([{ path, rule }]);
  });
});

describe('reading', () => {
  test('is noted for the member alone, once', async () => {
    await tell([noticeOf('system', 'a')], [noticeOf('system', 'b')]);
    const [, first] = (await list()).items;
    clock.pass(1_000);
    const readAt = new Date(clock.now()).toISOString();
    const reply = await markRead(first?.id ?? '');
    expect(reply.status).toBe(200);
    expect(shownNotification.parse(reply.body['notification'])).toEqual({ ...first, read_at: readAt });
    clock.pass(1_000);
    expect((await markRead(first?.id ?? '')).body['notification']).toMatchObject({ read_at: readAt });
    expect(await list()).toMatchObject({ total: 2, unread: 1 });
    expect(await titles({ status: 'unread' })).toEqual(['b']);
    expect(await list({ status: 'read' })).toMatchObject({
      total: 1,
      unread: 1,
      items: [{ title: 'a', read_at: readAt }],
    });
    expect(await list({}, viewer)).toMatchObject({ unread: 2, items: [{ read_at: null }, { read_at: null }] });
  });

  test('all of them covers what there is, and nothing that comes later', async () => {
    await tell([noticeOf('system', 'a')], [noticeOf('system', 'b')]);
    const early = (await list()).items[1]?.id ?? '';
    await markRead(early);
    const singly = (await list()).items[1]?.read_at;
    clock.pass(3_600_000);
    const reply = await markAll();
    const readUntil = new Date(clock.now()).toISOString();
    expect([reply.status, reply.body]).toEqual([
      200,
      { ok: true, partner_id: partner.partnerId, unread: 0, read_until: readUntil },
    ]);
    await tell([noticeOf('system', 'c')]);
    const shown = await list();
    expect(shown.unread).toBe(1);
    expect(shown.items.map(({ title, read_at }) => [title, read_at])).toEqual([
      ['c', null],
      ['b', readUntil],
      ['a', singly],
    ]);
    expect(await titles({ status: 'unread' })).toEqual(['c']);
    expect(await titles({ status: 'read' })).toEqual(['b', 'a']);
    expect((await list({}, viewer)).unread).toBe(3);
  });

  test('all of them covers what a clock ahead of this one told', async () => {
    await commitTelling(
      table,
      [],
      noticeClauses(table, newId),
      partner.partnerId,
      [noticeOf('system', 'ahead')],
      clock.now() + 400,
    );
    await markAll();
    expect((await list()).unread).toBe(0);
  });

  test('of what is not there is not found, and of the others neither', async () => {
    await tell([noticeOf('system', 'mine')]);
    const mine = (await list()).items[0]?.id ?? '';
    const stranger = await (await service.newPartner()).member('owner');
    expect(verdictOf(await markRead(mine, stranger))).toBe('404 not_found');
    expect(verdictOf(await markRead('01920000-0000-7000-8000-000000000000'))).toBe('404 not_found');
    expect(problemsOf(await markRead('x'))).toMatchObject([{ path: 'notification_id', rule: 'format' }]);
    expect(problemsOf(await send('POST', 'mark-partner-notification-read'))).toMatchObject([
      { path: 'notification_id', rule: 'required' },
    ]);
  });

  test('under a key is answered as before', async () => {
    await tell([noticeOf('system', 'a')]);
    const first = await markAll(owner, 'key-mark-all');
    clock.pass(60_000);
    await tell([noticeOf('system', 'b')]);
    const again = await markAll(owner, 'key-mark-all');
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect((await list()).unread).toBe(1);
  });
});

describe('preferences', () => {
  const all = {
    notify_academy: true,
    notify_platform_alerts: true,
    notify_templates: true,
    notify_delivery_health: true,
    notify_billing: true,
    notify_billing_reminders: true,
    notify_system: true,
    popup_enabled: true,
  };

  test('are all true at first', async () => {
    const reply = await get('get-partner-notification-preferences');
    expect(reply.body).toEqual({ ok: true, partner_id: partner.partnerId, preferences: all });
  });

  test('change one by one, for the member alone', async () => {
    const changed = await prefer({ notify_templates: false, popup_enabled: false });
    expect(changed.body['preferences']).toEqual({ ...all, notify_templates: false, popup_enabled: false });
    await prefer({ popup_enabled: true });
    const shown = await get('get-partner-notification-preferences');
    expect(shown.body['preferences']).toEqual({ ...all, notify_templates: false });
    expect((await get('get-partner-notification-preferences', {}, viewer)).body['preferences']).toEqual(all);
    expect((await prefer({})).body['preferences']).toEqual({ ...all, notify_templates: false });
  });

  test('hide categories, and show them again', async () => {
    await tell([noticeOf('templates', 't')], [noticeOf('billing', 'b')], [noticeOf('system', 's')]);
    await prefer({ notify_templates: false, notify_system: false });
    expect(await list()).toMatchObject({ total: 1, unread: 1, items: [{ title: 'b' }] });
    await prefer(Object.fromEntries(Object.keys(all).map((name) => [name, false])));
    expect(await list()).toMatchObject({ total: 0, unread: 0, items: [], pages: 0 });
    await prefer({ notify_templates: true });
    expect(await titles()).toEqual(['t']);
  });

  test.each([[1], ['true'], [null]])('must not be %j', async (value) => {
    const reply = await prefer({ notify_billing: value });
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(problemsOf(reply)).toMatchObject([{ path: 'notify_billing', rule: 'type' }]);
  });
});

describe('the notification routes', () => {
  test.each([
    ['GET', 'list-partner-notifications'],
    ['GET', 'get-partner-notification-preferences'],
    ['PATCH', 'update-partner-notification-preferences'],
    ['POST', 'mark-partner-notification-read'],
    ['POST', 'mark-all-partner-notifications-read'],
  ])('%s %s is for members, of any role', async (method, route) => {
    const body = { route, notification_id: '01920000-0000-7000-8000-000000000000' };
    const ask = (bearer: string): Promise<Reply> =>
      service.call(method, method === 'GET' ? { bearer, query: { route } } : { bearer, body });
    const byKey = await ask(partner.apiKey);
    expect(verdictOf(byKey)).toBe('403 forbidden_role');
    expect(errorOf(byKey).message).toContain('a member of the portal');
    for (const role of ['admin', 'developer', 'support', 'viewer'] as const) {
      const reply = await ask(await partner.member(role));
      expect(verdictOf(reply)).toBe(route === 'mark-partner-notification-read' ? '404 not_found' : '200');
    }
  });
});

const newestId = async (): Promise<string> => {
  const { Items: [newest] = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.notice(partner.partnerId, '').pk },
      ScanIndexForward: false,
      Limit: 1,
    }),
  );
  return z.object({ sk: z.string() }).parse(newest).sk;
};

/** What a member sees, worked out from everything that happened. */
interface Expected {
  readonly title: string;
  readonly category: NoticeCategory;
  read: boolean;
}

const step = fc.oneof(
  fc.record({
    kind: fc.constant('tell' as const),
    category: fc.constantFrom(...noticeCategories),
    pause: fc.constantFrom(0, 1, 3_000, 20_000_000),
  }),
  fc.record({ kind: fc.constant('read' as const), place: fc.nat(30) }),
  fc.record({ kind: fc.constant('read all' as const), pause: fc.constantFrom(0, 1, 5_000) }),
  fc.record({
    kind: fc.constant('prefer' as const),
    category: fc.constantFrom(...noticeCategories),
    value: fc.boolean(),
  }),
);

test('whatever is told, read and preferred, lists and counts say the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      partner = await service.newPartner();
      owner = await partner.member('owner');
      const told: Expected[] = [];
      const hidden = new Set<NoticeCategory>();
      const ids: string[] = [];
      for (const one of steps) {
        switch (one.kind) {
          case 'tell': {
            clock.pass(one.pause + 1);
            const title = `n${told.length}`;
            await tell([noticeOf(one.category, title)]);
            told.push({ title, category: one.category, read: false });
            ids.push(await newestId());
            break;
          }
          case 'read': {
            const place = one.place % Math.max(1, told.length);
            const notice = told[place];
            if (notice === undefined) break;
            await markRead(ids[place] ?? '');
            notice.read = true;
            break;
          }
          case 'read all':
            await markAll();
            clock.pass(one.pause);
            for (const notice of told) notice.read = true;
            break;
          case 'prefer':
            await prefer({ [`notify_${one.category}`]: one.value });
            if (one.value) hidden.delete(one.category);
            else hidden.add(one.category);
        }
      }
      const seen = told.filter(({ category }) => !hidden.has(category)).toReversed();
      const of = (status: string): readonly string[] =>
        seen.filter(({ read }) => status === 'all' || read === (status === 'read')).map(({ title }) => title);
      for (const status of ['all', 'read', 'unread']) {
        const shown: string[] = [];
        for (let page = 1; page <= Math.ceil(of(status).length / 4) + 1; page += 1) {
          const found = await list({ status, page: String(page), page_size: '4' });
          expect([found.total, found.unread]).toEqual([of(status).length, of('unread').length]);
          shown.push(...found.items.map(({ title }) => title));
        }
        expect(shown).toEqual(of(status));
      }
    }),
    { numRuns: 60 },
  );
});

import { beforeEach, describe, expect, test } from '@jest/globals';
import { hour, minute } from '../../lambdas/kernel/time.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { commitTelling, notificationClauses } from '../../lambdas/store/notifications/notifications.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { notificationOf, openInbox, shownNotification, type Inbox } from '../../tools/harness/inbox.ts';
import { errorOf, problemsOf, verdictOf } from './replies.ts';
import type { Reply, TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { withService } from './suite-service.ts';

const clock = testClock();
let table: TestTable;
let service: TestService;
let inbox: Inbox;
withService({ clock: clock.now }, (...started) => {
  [service, table] = started;
});
beforeEach(async () => {
  inbox = await openInbox(table, service, clock);
});

describe('the list of notifications', () => {
  test('is empty at first', async () => {
    expect(await inbox.list()).toEqual({ items: [], total: 0, page: 1, page_size: 50, pages: 0, unread: 0 });
  });

  test('shows notifications, newest first, to every member', async () => {
    await inbox.tell([notificationOf('templates', 'one')], [notificationOf('billing', 'two')]);
    const { items, ...rest } = await inbox.list();
    expect(rest).toEqual({ total: 2, page: 1, page_size: 50, pages: 1, unread: 2 });
    expect(items.map(({ title }) => title)).toEqual(['two', 'one']);
    expect(items[0]).toMatchObject({ category: 'billing', severity: 'warning', read_at: null });
    expect(items[0]?.created_at).toBe(new Date(clock.now()).toISOString());
    expect(await inbox.titles({}, inbox.viewer)).toEqual(['two', 'one']);
  });

  test('has pages', async () => {
    await inbox.tell(...Array.from({ length: 7 }, (_, number) => [notificationOf('system', `n${number}`)]));
    expect(await inbox.titles({ page: '2', page_size: '3' })).toEqual(['n3', 'n2', 'n1']);
    expect(await inbox.list({ page: '9', page_size: '3' })).toMatchObject({ items: [], total: 7, pages: 3, unread: 7 });
  });

  test('shows those of one category, and counts them alone', async () => {
    await inbox.tell(
      [notificationOf('templates', 'a')],
      [notificationOf('system', 'b')],
      [notificationOf('system', 'c')],
    );
    const { items, ...rest } = await inbox.list({ category: 'system', page_size: '1' });
    expect(items.map(({ title }) => title)).toEqual(['c']);
    expect(rest).toEqual({ total: 2, page: 1, page_size: 1, pages: 2, unread: 2 });
    expect(await inbox.list({ category: 'billing' })).toMatchObject({ items: [], total: 0, unread: 0 });
  });

  test('counts notifications of one commit together', async () => {
    await inbox.tell([notificationOf('system', 'a'), notificationOf('system', 'b'), notificationOf('templates', 'c')]);
    expect(await inbox.list()).toMatchObject({ total: 3, unread: 3 });
  });

  test('shows a fact once, whoever reports it', async () => {
    const fact = { ...notificationOf('templates', 'a fact'), onceKey: 'template:1:PAUSED' };
    await Promise.all([inbox.tell([fact]), inbox.tell([fact]), inbox.tell([fact, notificationOf('system', 'beside')])]);
    expect((await inbox.titles()).toSorted()).toEqual(['a fact', 'beside']);
  });

  test('shows a fact again after the time of its key', async () => {
    const fact = { ...notificationOf('platform_alerts', 'a block'), onceKey: 'sending:1', onceFor: hour };
    await inbox.tell([fact]);
    for (let minutes = 10; minutes <= 120; minutes += 10) {
      clock.pass(10 * minute);
      await inbox.tell([fact]);
    }
    expect(await inbox.list()).toMatchObject({ total: 3 });
  });

  test.each([
    [{ status: 'old' }, 'status', 'enum'],
    [{ category: 'other' }, 'category', 'enum'],
    [{ page: '0' }, 'page', 'minimum'],
    [{ page_size: '201' }, 'page_size', 'maximum'],
  ])('refuses %j', async (query, path, rule) => {
    const reply = await inbox.get('list-partner-notifications', query);
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(problemsOf(reply)).toMatchObject([{ path, rule }]);
  });
});

describe('reading', () => {
  test('is recorded for the member alone, once', async () => {
    await inbox.tell([notificationOf('system', 'a')], [notificationOf('system', 'b')]);
    const [, first] = (await inbox.list()).items;
    clock.pass(1_000);
    const readAt = new Date(clock.now()).toISOString();
    const reply = await inbox.markRead(first?.id ?? '');
    expect(reply.status).toBe(200);
    expect(shownNotification.parse(reply.body['notification'])).toEqual({ ...first, read_at: readAt });
    clock.pass(1_000);
    expect((await inbox.markRead(first?.id ?? '')).body['notification']).toMatchObject({ read_at: readAt });
    expect(await inbox.list()).toMatchObject({ total: 2, unread: 1 });
    expect(await inbox.titles({ status: 'unread' })).toEqual(['b']);
    expect(await inbox.list({ status: 'read' })).toMatchObject({
      total: 1,
      unread: 1,
      items: [{ title: 'a', read_at: readAt }],
    });
    expect(await inbox.list({}, inbox.viewer)).toMatchObject({
      unread: 2,
      items: [{ read_at: null }, { read_at: null }],
    });
  });

  test('of all covers the existing notifications, and no later one', async () => {
    await inbox.tell([notificationOf('system', 'a')], [notificationOf('system', 'b')]);
    const early = (await inbox.list()).items[1]?.id ?? '';
    await inbox.markRead(early);
    const singly = (await inbox.list()).items[1]?.read_at;
    clock.pass(3_600_000);
    const reply = await inbox.markAll();
    const readUntil = new Date(clock.now()).toISOString();
    expect([reply.status, reply.body]).toEqual([
      200,
      { ok: true, partner_id: inbox.partner.partnerId, unread: 0, read_until: readUntil },
    ]);
    await inbox.tell([notificationOf('system', 'c')]);
    const shown = await inbox.list();
    expect(shown.unread).toBe(1);
    expect(shown.items.map(({ title, read_at }) => [title, read_at])).toEqual([
      ['c', null],
      ['b', readUntil],
      ['a', singly],
    ]);
    expect(await inbox.titles({ status: 'unread' })).toEqual(['c']);
    expect(await inbox.titles({ status: 'read' })).toEqual(['b', 'a']);
    expect((await inbox.list({}, inbox.viewer)).unread).toBe(3);
  });

  test('of all covers notifications of a clock that is ahead of this one', async () => {
    await commitTelling(
      table,
      [],
      notificationClauses(table, newId),
      inbox.partner.partnerId,
      [notificationOf('system', 'ahead')],
      clock.now() + 400,
    );
    await inbox.markAll();
    expect((await inbox.list()).unread).toBe(0);
  });

  test("of an unknown notification or another partner's is not found", async () => {
    await inbox.tell([notificationOf('system', 'mine')]);
    const mine = (await inbox.list()).items[0]?.id ?? '';
    const stranger = await openInbox(table, service, clock);
    expect(verdictOf(await stranger.markRead(mine))).toBe('404 not_found');
    expect(verdictOf(await inbox.markRead('01920000-0000-7000-8000-000000000000'))).toBe('404 not_found');
    expect(problemsOf(await inbox.markRead('x'))).toMatchObject([{ path: 'notification_id', rule: 'format' }]);
    expect(problemsOf(await inbox.markRead(undefined))).toMatchObject([{ path: 'notification_id', rule: 'required' }]);
  });

  test('with a key is answered as before', async () => {
    await inbox.tell([notificationOf('system', 'a')]);
    const first = await inbox.markAll('key-mark-all');
    clock.pass(60_000);
    await inbox.tell([notificationOf('system', 'b')]);
    const again = await inbox.markAll('key-mark-all');
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect((await inbox.list()).unread).toBe(1);
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
    const reply = await inbox.get('get-partner-notification-preferences');
    expect(reply.body).toEqual({ ok: true, partner_id: inbox.partner.partnerId, preferences: all });
  });

  test('change one by one, for the member alone', async () => {
    const changed = await inbox.prefer({ notify_templates: false, popup_enabled: false });
    expect(changed.body['preferences']).toEqual({ ...all, notify_templates: false, popup_enabled: false });
    await inbox.prefer({ popup_enabled: true });
    const shown = await inbox.get('get-partner-notification-preferences');
    expect(shown.body['preferences']).toEqual({ ...all, notify_templates: false });
    expect((await inbox.get('get-partner-notification-preferences', {}, inbox.viewer)).body['preferences']).toEqual(
      all,
    );
    expect((await inbox.prefer({})).body['preferences']).toEqual({ ...all, notify_templates: false });
  });

  test('hide categories, and show them again', async () => {
    await inbox.tell(
      [notificationOf('templates', 't')],
      [notificationOf('billing', 'b')],
      [notificationOf('system', 's')],
    );
    await inbox.prefer({ notify_templates: false, notify_system: false });
    expect(await inbox.list()).toMatchObject({ total: 1, unread: 1, items: [{ title: 'b' }] });
    await inbox.prefer(Object.fromEntries(Object.keys(all).map((name) => [name, false])));
    expect(await inbox.list()).toMatchObject({ total: 0, unread: 0, items: [], pages: 0 });
    await inbox.prefer({ notify_templates: true });
    expect(await inbox.titles()).toEqual(['t']);
  });

  test.each([[1], ['true'], [null]])('must not be %j', async (value) => {
    const reply = await inbox.prefer({ notify_billing: value });
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(problemsOf(reply)).toMatchObject([{ path: 'notify_billing', rule: 'type' }]);
  });

  // `notify_meta_alerts` is the name that the interface replaces by `notify_platform_alerts`.
  test.each(['notify_meta_alerts', 'notify_everything', 'preferences'])('have no %s', async (name) => {
    const reply = await inbox.prefer({ notify_billing: false, [name]: false });
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(problemsOf(reply)).toMatchObject([{ path: name, rule: 'additional_properties' }]);
    expect((await inbox.get('get-partner-notification-preferences')).body['preferences']).toEqual(all);
  });
});

describe('the notification routes', () => {
  test.each([
    ['GET', 'list-partner-notifications', {}],
    ['GET', 'get-partner-notification-preferences', {}],
    ['PATCH', 'update-partner-notification-preferences', {}],
    ['POST', 'mark-partner-notification-read', { notification_id: '01920000-0000-7000-8000-000000000000' }],
    ['POST', 'mark-all-partner-notifications-read', {}],
  ])('%s %s accepts members, of any role', async (method, route, parameters) => {
    const body = { route, ...parameters };
    const ask = (bearer: string): Promise<Reply> =>
      service.call(method, method === 'GET' ? { bearer, query: { route } } : { bearer, body });
    const byKey = await ask(inbox.partner.apiKey);
    expect(verdictOf(byKey)).toBe('403 forbidden_role');
    expect(errorOf(byKey).message).toContain('a member of the portal');
    for (const role of ['admin', 'developer', 'support', 'viewer'] as const) {
      const reply = await ask(await inbox.partner.member(role));
      expect(verdictOf(reply)).toBe(route === 'mark-partner-notification-read' ? '404 not_found' : '200');
    }
  });
});

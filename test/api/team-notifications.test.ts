import { beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { watchKey } from '../../lambdas/jobs/watch-key.ts';
import { day, hour, isoOf } from '../../lambdas/kernel/time.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { keys, workKeyOfKind } from '../../lambdas/store/table/keys.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import { openInbox, type Inbox } from '../../tools/harness/inbox.ts';
import { noDeadline } from '../../tools/harness/no-deadline.ts';
import type { Reply, TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { verdictOf } from './replies.ts';
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
  // A partner has at most two keys.
  await service.operate('keys revoke', { key_id: inbox.partner.readOnlyKey.split('_')[2] });
});

const act = async (method: string, body: Readonly<Record<string, unknown>>): Promise<Reply> => {
  clock.pass(1_000);
  const reply = await service.call(method, { bearer: inbox.owner, body });
  expect(Math.floor(reply.status / 100)).toBe(2);
  return reply;
};
const idOf = ({ body }: Reply, name: string): string => z.object({ id: z.string() }).parse(body[name]).id;
const kinds = async (bearer?: string) => (await inbox.list({}, bearer)).items.map(({ kind, facts }) => [kind, facts]);
const actor = () => ({ actor_type: 'member', actor_id: inbox.owner.slice('member:'.length) });

describe('what happens to the team, its keys and secrets', () => {
  test('notifies owners and admins of who did it, without an address', async () => {
    const email = `invited@${inbox.partner.partnerId}.example`;
    const invited = await act('POST', { route: 'invite-partner-member', email, role: 'viewer' });
    const member_id = idOf(invited, 'member');
    await act('DELETE', { route: 'remove-partner-member', member_id });
    const issued = await act('POST', { route: 'issue-partner-api-key', scopes: ['customers.read'] });
    const key_id = idOf(issued, 'key');
    await act('DELETE', { route: 'revoke-partner-api-key', key_id });
    const found = await inbox.list();
    expect(await kinds()).toEqual([
      ['api_key_revoked', { key_id, ...actor() }],
      ['api_key_issued', { key_id, previous_key_id: null, previous_ends_at: null, expires_at: null, ...actor() }],
      ['member_removed', { member_id, ...actor() }],
      ['member_invited', { member_id, role: 'viewer', ...actor() }],
    ]);
    expect(new Set(found.items.map(({ category }) => category))).toEqual(new Set(['system']));
    expect(JSON.stringify(found)).not.toContain('@');
    expect(await kinds(await inbox.partner.member('admin'))).toHaveLength(4);
  });

  test('is neither shown to other members, nor counted, nor marked by them', async () => {
    await act('POST', { route: 'issue-partner-api-key', scopes: ['customers.read'] });
    for (const role of ['developer', 'support', 'viewer'] as const) {
      const bearer = await inbox.partner.member(role);
      expect(await inbox.list({}, bearer)).toMatchObject({ items: [], total: 0, unread: 0 });
      expect(await inbox.list({ category: 'system', status: 'unread' }, bearer)).toMatchObject({ total: 0, unread: 0 });
      const body = { route: 'mark-partner-notification-read', notification_id: (await inbox.list()).items[0]?.id };
      expect(verdictOf(await service.call('POST', { bearer, body }))).toBe('404 not_found');
    }
  });

  test('is read singly, and hidden with the category system', async () => {
    await act('POST', { route: 'issue-partner-api-key', scopes: ['customers.read'] });
    expect(await inbox.list({ category: 'system' })).toMatchObject({ total: 1, unread: 1 });
    expect(verdictOf(await inbox.markRead((await inbox.list()).items[0]?.id))).toBe('200');
    expect(await inbox.list()).toMatchObject({ total: 1, unread: 0 });
    await inbox.prefer({ notify_system: false });
    expect(await inbox.list()).toMatchObject({ total: 0, unread: 0 });
  });

  test('notifies of the operator’s acts from the second day on, without a name', async () => {
    const { partnerId: partner_id } = inbox.partner;
    await service.operate('webhook-secrets rotate', { partner_id });
    await service.operate('members add', { partner_id, email: `added@${partner_id}.example`, role: 'viewer' });
    expect(await kinds()).toEqual([]);
    clock.pass(day);
    await service.operate('webhook-secrets rotate', { partner_id });
    expect(await kinds()).toEqual([['webhook_secret_rotated', { actor_type: 'operator', actor_id: 'operator' }]]);
    expect(JSON.stringify(await inbox.list())).not.toContain('arn:');
  });

  test('says which key a rotation ends, and when', async () => {
    clock.pass(day);
    const [, , old = ''] = inbox.partner.apiKey.split('_');
    await service.operate('keys rotate', { key_id: old, overlap_hours: 24 });
    const previous_ends_at = isoOf(clock.now() + day);
    expect(await kinds()).toMatchObject([
      ['api_key_issued', { previous_key_id: old, previous_ends_at, expires_at: null }],
    ]);
  });

  test('says nothing of a role that the operator sets by adding a member again', async () => {
    clock.pass(day);
    const { partnerId: partner_id } = inbox.partner;
    const added = { partner_id, email: `again@${partner_id}.example`, role: 'viewer' };
    await service.operate('members add', added);
    await service.operate('members add', { ...added, role: 'admin' });
    expect((await kinds()).map(([kind]) => kind)).toEqual(['member_joined']);
  });
});

describe('a key that ends', () => {
  /** Runs what is due, as the sweep does. */
  const sweep = async (key_id: string): Promise<void> => {
    const work = workKeyOfKind('keyWatch', keys.partnerKeyLink(inbox.partner.partnerId, key_id));
    await watchKey({ table, clock: clock.now, newId, deadline: noDeadline }, work);
  };
  const issue = async (days: number): Promise<string> => {
    const expires_at = isoOf(clock.now() + 1_000 + days * day);
    const body = { route: 'issue-partner-api-key', scopes: ['customers.read'], expires_at };
    return idOf(await act('POST', body), 'key');
  };
  const left = async () =>
    (await inbox.list()).items.flatMap(({ kind, facts, severity }) =>
      kind === 'api_key_expires' ? [[facts['days_left'], severity]] : [],
    );

  test('notifies 14, 7 and 1 days before, once each', async () => {
    const key_id = await issue(30);
    for (let hours = 0; hours < 31 * 24; hours += 6) {
      await sweep(key_id);
      clock.pass(6 * hour);
    }
    expect(await left()).toEqual([
      [1, 'critical'],
      [7, 'warning'],
      [14, 'warning'],
    ]);
    const { items } = await inbox.list();
    expect(items[0]).toMatchObject({ facts: { key_id }, entity: { type: 'api_key', id: key_id } });
    expect(await getItem(table, keys.partnerKeyLink(inbox.partner.partnerId, key_id))).not.toHaveProperty('due_at');
  });

  test('notifies once of what was missed, and not of what was past when it was issued', async () => {
    const key_id = await issue(10);
    await sweep(key_id);
    expect(await left()).toEqual([]);
    clock.pass(9.5 * day);
    await sweep(key_id);
    await sweep(key_id);
    expect(await left()).toEqual([[1, 'critical']]);
  });

  test('notifies no more when it was revoked', async () => {
    const key_id = await issue(10);
    await act('DELETE', { route: 'revoke-partner-api-key', key_id });
    clock.pass(5 * day);
    await sweep(key_id);
    expect(await left()).toEqual([]);
  });
});

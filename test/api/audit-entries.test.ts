import { beforeEach, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Reply, TestPartner, TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { headerOf, verdictOf } from './replies.ts';
import { withService } from './suite-service.ts';

const clock = testClock();
const day = 86_400_000;
let service: TestService;
let partner: TestPartner;
let owner: string;
withService({ clock: clock.now }, (started) => {
  service = started;
});
beforeEach(async () => {
  partner = await service.newPartner();
  owner = await partner.member('owner');
  clock.pass(450 * day);
});

const entry = z.strictObject({
  at: z.iso.datetime(),
  actor: z.strictObject({ type: z.string(), id: z.string() }),
  action: z.string(),
  subject: z.record(z.string(), z.string()),
  request_id: z.uuid(),
});
const listed = z.object({
  items: z.array(entry),
  total: z.int(),
  pages: z.int().optional(),
  next_cursor: z.string().nullable().optional(),
});

const ask = (given: Readonly<Record<string, string>> = {}, bearer = owner): Promise<Reply> =>
  service.call('GET', { bearer, query: { route: 'list-partner-audit-entries', ...given } });
const list = async (given: Readonly<Record<string, string>> = {}, bearer = owner): Promise<z.infer<typeof listed>> => {
  const reply = await ask(given, bearer);
  expect(verdictOf(reply)).toBe('200');
  return listed.parse(reply.body);
};
const actions = async (): Promise<readonly string[]> => (await list()).items.map(({ action }) => action);
const invite = async (name: string): Promise<Reply> => {
  clock.pass(1_000);
  const body = { route: 'invite-partner-member', email: `${name}@${partner.partnerId}.example`, role: 'viewer' };
  const reply = await service.call('POST', { bearer: owner, body });
  expect(verdictOf(reply)).toBe('201');
  return reply;
};
const idOf = (reply: Reply): string => z.object({ id: z.uuid() }).parse(reply.body['member']).id;

test('has who did what, newest first, with the call and without an address', async () => {
  const invited = await invite('first');
  clock.pass(1_000);
  const removed = await service.call('DELETE', {
    bearer: owner,
    body: { route: 'remove-partner-member', member_id: idOf(invited) },
  });
  clock.pass(1_000);
  const types = ['service.partner.template.updated'];
  const subscribed = await service.call('PATCH', {
    bearer: partner.apiKey,
    body: { route: 'update-partner-webhook-event-types', event_types: types },
  });
  const reply = await ask();
  const actor = { type: 'member', id: owner.slice('member:'.length) };
  const member_id = idOf(invited);
  expect(listed.parse(reply.body).items.map(({ at: _, ...rest }) => rest)).toEqual([
    {
      actor: { type: 'partner_key', id: partner.apiKey.split('_')[2] },
      action: 'event_types_updated',
      subject: { event_types: types.join(' ') },
      request_id: headerOf(subscribed, 'x-request-id'),
    },
    {
      actor,
      action: 'member_removed',
      subject: { member_id, previous_role: 'viewer' },
      request_id: headerOf(removed, 'x-request-id'),
    },
    {
      actor,
      action: 'member_invited',
      subject: { member_id, role: 'viewer' },
      request_id: headerOf(invited, 'x-request-id'),
    },
  ]);
  expect(reply.text).not.toContain('@');
});

test('has the operator without a name, and only the operator’s acts on the team, keys and secrets', async () => {
  const { partnerId: partner_id } = partner;
  await service.operate('members add', { partner_id, email: `added@${partner_id}.example`, role: 'viewer' });
  clock.pass(1_000);
  await service.operate('webhook-secrets rotate', { partner_id });
  await service.operate('partners slot-limit', { partner_id, slot_limit: 9 });
  const reply = await ask();
  const { items } = listed.parse(reply.body);
  expect(items.map(({ action }) => action)).toEqual(['secret_rotated', 'member_added']);
  for (const { actor } of items) expect(actor).toEqual({ type: 'operator', id: 'operator' });
  expect(reply.text).not.toMatch(/arn:|@/);
});

test('counts exactly, and is read by pages and by cursor', async () => {
  for (let count = 0; count < 5; count += 1) await invite(`member-${count}`);
  const { items: all, total } = await list();
  expect([all.length, total]).toEqual([5, 5]);
  const second = await list({ page: '2', page_size: '2' });
  expect(second).toMatchObject({ items: all.slice(2, 4), total: 5, pages: 3 });
  const walked: unknown[] = [];
  for (let cursor: string | null | undefined = ''; cursor != null;) {
    const part = await list({ cursor, page_size: '2' });
    walked.push(...part.items);
    cursor = part.next_cursor;
  }
  expect(walked).toEqual(all);
});

test('has nothing of another partner', async () => {
  await invite('own');
  const stranger = await service.newPartner();
  const { items, total } = await list({}, await stranger.member('owner'));
  expect([items.length, total]).toEqual([3, 3]);
  expect(new Set(items.map(({ actor }) => actor.type))).toEqual(new Set(['operator']));
});

test('has an entry for 400 days', async () => {
  await invite('old');
  clock.pass(399 * day);
  await invite('new');
  expect(await actions()).toEqual(['member_invited', 'member_invited']);
  clock.pass(2 * day);
  expect(await list()).toMatchObject({ items: [{ action: 'member_invited' }], total: 1 });
});

test('is for owners and admins', async () => {
  expect(verdictOf(await ask({}, await partner.member('admin')))).toBe('200');
  expect(verdictOf(await ask({}, await partner.member('developer')))).toBe('403 forbidden_role');
  expect(verdictOf(await ask({}, partner.apiKey))).toBe('403 forbidden_role');
});

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { requireMayIssue } from '../../lambdas/domain/team.ts';
import type { Role } from '../../lambdas/domain/access.ts';
import type { Reply, TestPartner, TestService } from '../../tools/harness/service.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { errorOf, headerOf, pageOf, problemsOf, verdictOf } from './replies.ts';
import { withService } from './suite-service.ts';

const clock = testClock();
let service: TestService;
let table: TestTable;
let partner: TestPartner;
let owner: string;
withService({ clock: clock.now }, (...started) => {
  [service, table] = started;
});
beforeEach(async () => {
  partner = await service.newPartner();
  owner = await partner.member('owner');
  clock.pass(1000);
});

const minute = 60_000;
const member = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  role: z.string(),
  status: z.enum(['pending', 'active']),
  created_at: z.iso.datetime(),
});
const memberOf = (reply: Reply): z.infer<typeof member> => member.parse(reply.body['member']);
const idOf = (bearer: string): string => bearer.slice('member:'.length);

const methods = { invite: 'POST', update: 'PATCH', remove: 'DELETE' } as const;
const change = (
  what: keyof typeof methods,
  given: Readonly<Record<string, unknown>>,
  bearer = owner,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> =>
  service.call(methods[what], { bearer, body: { route: `${what}-partner-member`, ...given }, headers });
const invite = (email: string, role: Role, bearer = owner): Promise<Reply> => change('invite', { email, role }, bearer);
/** @returns the bearer of a member who was invited and has accepted */
const join = async (email: string, role: Role): Promise<string> => {
  const bearer = `member:${memberOf(await invite(email, role)).id}`;
  const body = { route: 'accept-partner-invitation', partner_id: partner.partnerId };
  expect(verdictOf(await service.call('POST', { bearer, body }))).toBe('200');
  return bearer;
};
const get = (route: string, bearer = owner, more: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  service.call('GET', { bearer, query: { route, ...more } });
const teamOf = async (bearer = owner): Promise<readonly z.infer<typeof member>[]> =>
  z.array(member).parse(pageOf(await get('list-partner-members', bearer)).items);
const emailOf = (name: string): string => `${name}@${partner.partnerId}.example`;

const audited = async (): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const { Items: items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
  return items.filter((item) => 'action' in item && JSON.stringify(item).includes(partner.partnerId));
};

describe('get-partner-member', () => {
  it('shows the calling member and its partner with its slots', async () => {
    await service.operate('partners slot-limit', { partner_id: partner.partnerId, slot_limit: 5 });
    const { member: shown, partner: own } = (await get('get-partner-member', await partner.member('viewer'))).body;
    expect(shown).toMatchObject({
      email: `viewer@${partner.partnerId}.example`,
      role: 'viewer',
      scopes: expect.arrayContaining(['customers.read']),
      partners: [{ partner_id: partner.partnerId, name: 'Test', role: 'viewer' }],
    });
    expect(JSON.stringify(shown)).not.toContain('.write');
    const status = 'active';
    expect(own).toEqual({ partner_id: partner.partnerId, name: 'Test', status, slot_limit: 5, slots_occupied: 0 });
  });

  it('shows an owner the scopes that no key can have', async () => {
    const { member: shown } = (await get('get-partner-member')).body;
    expect(shown).toMatchObject({ scopes: expect.arrayContaining(['team.write', 'keys.write']) });
  });
});

describe('invite-partner-member', () => {
  it('invites a person, who can call when it is accepted, and whose address is in no log line and no audit entry', async () => {
    const invited = memberOf(await invite(emailOf('new'), 'developer'));
    expect(invited).toMatchObject({ email: emailOf('new'), role: 'developer', status: 'pending' });
    const accept = { route: 'accept-partner-invitation', partner_id: partner.partnerId };
    await service.call('POST', { bearer: `member:${invited.id}`, body: accept });
    const shown = await get('get-partner-member', `member:${invited.id}`);
    expect(shown.body['member']).toMatchObject({ id: invited.id, role: 'developer' });
    expect((await teamOf()).map(({ id }) => id)).toEqual([invited.id, idOf(owner)]);
    const entry = (await audited()).find(({ action }) => action === 'member invitation');
    expect(entry).toMatchObject({
      actor: { type: 'member', id: idOf(owner) },
      subject: { partner_id: partner.partnerId, member_id: invited.id, role: 'developer' },
    });
    expect(JSON.stringify(await audited())).not.toContain('@');
    expect(service.logLines.filter((line) => line.includes('@'))).toEqual([]);
  });

  it('answers a repetition under its key with the first answer, and a member’s address with a refusal', async () => {
    const key = { 'idempotency-key': 'the-invitation' };
    const given = { email: emailOf('new'), role: 'viewer' };
    const first = await change('invite', given, owner, key);
    const replay = await change('invite', given, owner, key);
    expect([replay.status, replay.text]).toEqual([201, first.text]);
    expect(headerOf(replay, 'idempotent-replayed')).toBe('true');
    expect(memberOf(await change('invite', given)).id).toBe(memberOf(first).id);
    expect(await teamOf()).toHaveLength(2);
    expect(verdictOf(await invite(emailOf('owner'), 'viewer'))).toBe('409 invalid_state');
  });

  it('makes one member of an address that is invited several times at once', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => invite(emailOf('new'), 'viewer')));
    expect(replies.map(verdictOf)).toEqual(Array.from({ length: 5 }, () => '201'));
    expect(await teamOf()).toHaveLength(2);
  });

  it('takes an e-mail address and one of the roles', async () => {
    const wrong = await change('invite', { email: 'nobody', role: 'king' });
    expect(problemsOf(wrong).map(({ path }) => path)).toEqual(['email', 'role']);
  });
});

describe('update-partner-member', () => {
  it('changes what the member may do within 60 seconds', async () => {
    const viewer = await partner.member('viewer');
    const rotate = async (): Promise<string> =>
      verdictOf(await service.call('POST', { bearer: viewer, body: { route: 'rotate-partner-webhook-secret' } }));
    expect(await rotate()).toBe('403 forbidden_role');
    const reply = await change('update', { member_id: idOf(viewer), role: 'admin' });
    expect(memberOf(reply)).toMatchObject({ id: idOf(viewer), role: 'admin' });
    clock.pass(minute);
    expect(await rotate()).toBe('200');
    const entry = (await audited()).find(({ action }) => action === 'member role change');
    expect(entry).toMatchObject({ subject: { member_id: idOf(viewer), previous_role: 'viewer', role: 'admin' } });
  });

  it('changes nothing when the role is the same, and knows no member of another partner', async () => {
    const before = (await audited()).length;
    expect(verdictOf(await change('update', { member_id: idOf(owner), role: 'owner' }))).toBe('200');
    expect((await audited()).length).toBe(before);
    const stranger = idOf(await (await service.newPartner()).member('viewer'));
    expect(verdictOf(await change('update', { member_id: stranger, role: 'admin' }))).toBe('404 not_found');
    expect(verdictOf(await change('remove', { member_id: stranger }))).toBe('404 not_found');
  });
});

describe('the role owner', () => {
  it('is granted and taken by owners alone', async () => {
    const admin = await partner.member('admin');
    const viewer = idOf(await partner.member('viewer'));
    expect(verdictOf(await invite(emailOf('new'), 'owner', admin))).toBe('403 forbidden_role');
    expect(verdictOf(await change('update', { member_id: viewer, role: 'owner' }, admin))).toBe('403 forbidden_role');
    expect(verdictOf(await change('update', { member_id: idOf(owner), role: 'viewer' }, admin))).toBe(
      '403 forbidden_role',
    );
    expect(verdictOf(await change('remove', { member_id: idOf(owner) }, admin))).toBe('403 forbidden_role');
    expect(verdictOf(await change('update', { member_id: viewer, role: 'owner' }))).toBe('200');
    expect(verdictOf(await invite(emailOf('another'), 'owner'))).toBe('201');
    expect(verdictOf(await change('update', { member_id: viewer, role: 'viewer' }))).toBe('200');
  });

  it('stays with its last holder', async () => {
    for (const reply of [
      await change('remove', { member_id: idOf(owner) }),
      await change('update', { member_id: idOf(owner), role: 'admin' }),
    ]) {
      expect(verdictOf(reply)).toBe('409 invalid_state');
      expect(errorOf(reply).message).toContain('last owner');
    }
    const second = await join(emailOf('second'), 'owner');
    expect(verdictOf(await change('update', { member_id: idOf(owner), role: 'admin' }))).toBe('200');
    expect(verdictOf(await change('remove', { member_id: idOf(second) }, second))).toBe('409 invalid_state');
  });

  it('stays with one of two owners who remove or demote each other at once', async () => {
    for (const [what, role] of [
      ['remove', undefined],
      ['update', 'viewer'],
    ] as const) {
      partner = await service.newPartner();
      owner = await partner.member('owner');
      const second = await join(emailOf('second'), 'owner');
      const replies = await Promise.all([
        change(what, { member_id: idOf(second), role }),
        change(what, { member_id: idOf(owner), role }, second),
      ]);
      const verdicts = replies.map(verdictOf).sort();
      // The loser is refused as a member that was removed, or because the other one is the last owner.
      expect(verdicts[0]).toBe('200');
      expect(['403 forbidden_role', '409 invalid_state']).toContain(verdicts[1]);
      const winner = replies[0].status === 200 ? owner : second;
      expect((await teamOf(winner)).filter((it) => it.role === 'owner').map(({ id }) => id)).toEqual([idOf(winner)]);
    }
  });
});

describe('remove-partner-member', () => {
  it('answers the active keys that the member issued, which stay valid', async () => {
    const admin = await partner.member('admin');
    const revoked = partner.readOnlyKey.split('_')[2] ?? '';
    const revoke = { route: 'revoke-partner-api-key', key_id: revoked };
    await service.call('DELETE', { bearer: admin, query: revoke });
    const body = { route: 'issue-partner-api-key', scopes: ['customers.read'], label: 'shop' };
    const made = await service.call('POST', { bearer: admin, body });
    const reply = await change('remove', { member_id: idOf(admin) });
    expect(reply.status).toBe(200);
    expect(reply.body['keys']).toEqual([made.body['key']]);
    const key = String(made.body['api_key']);
    clock.pass(minute);
    expect(verdictOf(await get('list-partner-customers', key))).toBe('200');
  });

  it('ends the calls of the member within 60 seconds, and what changes the team at once', async () => {
    const admin = await partner.member('admin');
    expect(verdictOf(await get('list-partner-customers', admin))).toBe('200');
    expect(memberOf(await change('remove', { member_id: idOf(admin) }))).toMatchObject({ role: 'admin' });
    const issue = await service.call('POST', {
      bearer: admin,
      body: { route: 'issue-partner-api-key', scopes: ['customers.read'] },
    });
    expect(verdictOf(issue)).toBe('401 unauthenticated');
    expect(verdictOf(await invite(emailOf('backdoor'), 'admin', admin))).toBe('401 unauthenticated');
    clock.pass(minute);
    expect(verdictOf(await get('list-partner-customers', admin))).toBe('401 unauthenticated');
    expect(verdictOf(await change('remove', { member_id: idOf(admin) }))).toBe('404 not_found');
    expect((await audited()).filter(({ action }) => action === 'member removal')).toHaveLength(1);
  });

  it('deletes the user, so that another invitation makes another one', async () => {
    const first = memberOf(await invite(emailOf('new'), 'viewer'));
    await change('remove', { member_id: first.id });
    const { Items: items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
    expect(JSON.stringify(items)).not.toContain(emailOf('new'));
    const second = await join(emailOf('new'), 'viewer');
    expect(idOf(second)).not.toBe(first.id);
    expect(verdictOf(await get('get-partner-member', second))).toBe('200');
  });

  it('goes on where the deletion of the user failed, and so does an invitation', async () => {
    const first = memberOf(await invite(emailOf('new'), 'viewer'));
    const key = { 'idempotency-key': 'the-removal' };
    service.failRemovingUsers(true);
    expect((await change('remove', { member_id: first.id }, owner, key)).status).toBe(500);
    service.failRemovingUsers(false);
    expect((await teamOf()).map(({ id }) => id)).toEqual([idOf(owner)]);
    const again = await change('remove', { member_id: first.id }, owner, key);
    expect([again.status, memberOf(again)]).toEqual([200, first]);

    const second = memberOf(await invite(emailOf('new'), 'viewer'));
    service.failRemovingUsers(true);
    expect((await change('remove', { member_id: second.id })).status).toBe(500);
    service.failRemovingUsers(false);
    expect(memberOf(await invite(emailOf('new'), 'viewer')).id).not.toBe(second.id);
  });

  it('leaves the other partners of the member', async () => {
    const other = await service.newPartner();
    const shared = await join(emailOf('shared'), 'viewer');
    const theirs = await invite(emailOf('shared'), 'admin', await other.member('owner'));
    expect(memberOf(theirs)).toMatchObject({ id: idOf(shared), role: 'admin' });
    const accept = { route: 'accept-partner-invitation', partner_id: other.partnerId };
    await service.call('POST', { bearer: shared, body: accept });
    expect(verdictOf(await change('remove', { member_id: idOf(shared) }))).toBe('200');
    clock.pass(minute);
    const shown = await get('get-partner-member', shared);
    expect(shown.body['member']).toMatchObject({ partners: [{ partner_id: other.partnerId, role: 'admin' }] });
  });
});

describe('a key', () => {
  it('changes neither the team nor the keys, whatever its scopes', async () => {
    for (const [what, given] of [
      ['invite', { email: emailOf('new'), role: 'viewer' }],
      ['update', { member_id: idOf(owner), role: 'viewer' }],
      ['remove', { member_id: idOf(owner) }],
    ] as const) {
      expect(verdictOf(await change(what, given, partner.apiKey))).toBe('403 forbidden_role');
    }
    for (const route of ['get-partner-member', 'list-partner-members', 'list-partner-api-keys'])
      expect(verdictOf(await get(route, partner.apiKey))).toBe('403 forbidden_role');
  });

  it('gets no scope that the role of its issuer lacks', () => {
    expect(() => {
      requireMayIssue('developer', ['customers.read', 'platform_token.reveal']);
    }).toThrow('platform_token.reveal');
    expect(() => {
      requireMayIssue('developer', ['customers.read']);
    }).not.toThrow();
  });
});

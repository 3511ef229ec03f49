import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Role } from '../../lambdas/domain/access.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
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
withService({ clock: clock.now, rateScale: 1 }, (...started) => {
  [service, table] = started;
});
beforeEach(async () => {
  partner = await service.newPartner();
  owner = await partner.member('owner');
  clock.pass(24 * 3_600_000);
});

const minute = 60_000;
const member = z.object({ id: z.uuid(), email: z.string(), role: z.string(), status: z.string() });
const memberOf = (reply: Reply): z.infer<typeof member> => member.parse(reply.body['member']);
const emailOf = (name: string): string => `${name}@${partner.partnerId}.example`;
const post = (
  route: string,
  bearer: string,
  given: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> => service.call('POST', { bearer, body: { route, ...given }, headers });
const invite = (email: string, role: Role, bearer = owner): Promise<Reply> =>
  post('invite-partner-member', bearer, { email, role });
const accept = (bearer: string, { partnerId } = partner): Promise<Reply> =>
  post('accept-partner-invitation', bearer, { partner_id: partnerId });
const decline = (bearer: string, { partnerId } = partner): Promise<Reply> =>
  post('decline-partner-invitation', bearer, { partner_id: partnerId });
const leave = (bearer: string, { partnerId } = partner): Promise<Reply> =>
  post('leave-partner', bearer, { partner_id: partnerId });
const get = (route: string, bearer: string, more: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  service.call('GET', { bearer, query: { route, ...more } });
const invited = async (role: Role, name = 'new'): Promise<string> =>
  `member:${memberOf(await invite(emailOf(name), role)).id}`;
const teamOf = async (): Promise<readonly z.infer<typeof member>[]> =>
  z.array(member).parse(pageOf(await get('list-partner-members', owner)).items);
const mailsTo = (email: string): number => service.mails.filter((to) => to === email).length;
const idOf = (bearer: string): string => bearer.slice('member:'.length);

describe('a pending invitation', () => {
  it('opens nothing to who has nothing else, and the refusal says what is pending', async () => {
    const reply = await invite(emailOf('new'), 'admin');
    expect(memberOf(reply)).toMatchObject({ status: 'pending' });
    const bearer = `member:${memberOf(reply).id}`;
    const invitation = { partner_id: partner.partnerId, name: 'Test', role: 'admin', invited_at: expect.any(String) };
    for (const { route, methods } of service.dispatcher.routes.values()) {
      if (route.endsWith('-partner-invitation') || route === 'leave-partner') continue;
      const asked = methods[0] === 'GET' ? { query: { route } } : { body: { route } };
      const refused = await service.call(methods[0], { bearer, ...asked });
      expect([route, verdictOf(refused)]).toEqual([route, '403 invitation_pending']);
      expect(errorOf(refused).details).toEqual({ invitations: [invitation] });
    }
    expect(verdictOf(await leave(bearer))).toBe('403 invitation_pending');
    expect(verdictOf(await get('list-partner-customers', bearer, { partner_id: partner.partnerId }))).toBe(
      '403 invitation_pending',
    );
  });

  it('makes no partner_id necessary, and is shown to the member of another partner', async () => {
    const other = await service.newPartner();
    const theirs = await other.member('developer');
    await invite(`developer@${other.partnerId}.example`, 'viewer');
    clock.pass(minute);
    expect(verdictOf(await get('list-partner-customers', theirs))).toBe('200');
    const shown = (await get('get-partner-member', theirs)).body;
    expect(shown['member']).toMatchObject({ partners: [{ partner_id: other.partnerId }] });
    expect(shown['invitations']).toEqual([
      { partner_id: partner.partnerId, name: 'Test', role: 'viewer', invited_at: expect.any(String) },
    ]);
    const named = await get('list-partner-customers', theirs, { partner_id: partner.partnerId });
    expect(verdictOf(named)).toBe('403 partner_scope_mismatch');
  });

  it('is no owner who would be left', async () => {
    await invited('owner');
    for (const reply of [
      await service.call('DELETE', { bearer: owner, body: { route: 'remove-partner-member', member_id: idOf(owner) } }),
      await service.call('PATCH', {
        bearer: owner,
        body: { route: 'update-partner-member', member_id: idOf(owner), role: 'admin' },
      }),
      await leave(owner),
    ]) {
      expect(verdictOf(reply)).toBe('409 invalid_state');
      expect(errorOf(reply).message).toContain('last owner');
    }
  });

  it('gets another role, and is withdrawn, as a member is', async () => {
    const bearer = await invited('viewer');
    const changed = await service.call('PATCH', {
      bearer: owner,
      body: { route: 'update-partner-member', member_id: idOf(bearer), role: 'support' },
    });
    expect(memberOf(changed)).toMatchObject({ role: 'support', status: 'pending' });
    const body = { route: 'remove-partner-member', member_id: idOf(bearer) };
    expect(verdictOf(await service.call('DELETE', { bearer: owner, body }))).toBe('200');
    expect(verdictOf(await accept(bearer))).toBe('404 not_found');
    expect(verdictOf(await get('list-partner-customers', bearer))).toBe('401 unauthenticated');
    expect(await teamOf()).toHaveLength(1);
  });

  it('leaves the limit of the partner to its members, also after it was declined', async () => {
    const bearer = await invited('viewer');
    await decline(bearer);
    const verdicts = new Set<string>();
    for (let calls = 0; calls < 250; calls += 1) verdicts.add(verdictOf(await decline(bearer)));
    expect(Array.from(verdicts)).toEqual(['404 not_found', '429 rate_limited']);
    expect(verdictOf(await post('mark-all-partner-notifications-read', owner, {}))).toBe('200');
  });

  it('resets no password of a member of another partner', async () => {
    const other = await service.newPartner();
    await other.member('developer');
    const email = `developer@${other.partnerId}.example`;
    await invite(email, 'viewer');
    await expect(
      service.operate('members reset-password', { partner_id: partner.partnerId, member: email }),
    ).rejects.toThrow('invalid_state');
  });
});

describe('accept-partner-invitation', () => {
  it('makes the invited person a member at once', async () => {
    const bearer = await invited('developer');
    expect(verdictOf(await get('list-partner-customers', bearer))).toBe('403 invitation_pending');
    expect(memberOf(await accept(bearer))).toMatchObject({ id: idOf(bearer), role: 'developer', status: 'active' });
    expect(verdictOf(await get('list-partner-customers', bearer))).toBe('200');
    expect((await get('get-partner-member', bearer)).body['invitations']).toEqual([]);
    expect(verdictOf(await accept(bearer))).toBe('200');
    expect(verdictOf(await decline(bearer))).toBe('409 invalid_state');
    expect((await teamOf()).find(({ id }) => id === idOf(bearer))).toMatchObject({ status: 'active' });
  });

  it('takes the partner from the query as well', async () => {
    const bearer = await invited('developer');
    const query = { partner_id: partner.partnerId };
    const reply = await service.call('POST', { bearer, query, body: { route: 'accept-partner-invitation' } });
    expect(memberOf(reply)).toMatchObject({ status: 'active' });
  });

  it('adds a second partner', async () => {
    const other = await service.newPartner();
    const theirs = await other.member('developer');
    expect(verdictOf(await get('list-partner-customers', theirs))).toBe('200');
    await invite(`developer@${other.partnerId}.example`, 'viewer');
    // At once, though the environment knows the member without the invitation.
    expect(verdictOf(await accept(theirs))).toBe('200');
    clock.pass(minute);
    expect(problemsOf(await get('list-partner-customers', theirs))).toMatchObject([{ path: 'partner_id' }]);
    expect(verdictOf(await get('list-partner-customers', theirs, { partner_id: partner.partnerId }))).toBe('200');
  });

  it('is for the invited person and for the partner that invited, and names it', async () => {
    const bearer = await invited('developer');
    const other = await service.newPartner();
    expect(verdictOf(await accept(bearer, other))).toBe('403 partner_scope_mismatch');
    expect(problemsOf(await post('accept-partner-invitation', bearer, {}))).toMatchObject([{ path: 'partner_id' }]);
    for (const ask of [accept, decline, leave]) expect(verdictOf(await ask(partner.apiKey))).toBe('403 forbidden_role');
    expect(verdictOf(await accept(`member:${crypto.randomUUID()}`))).toBe('401 unauthenticated');
  });

  it('is not needed of members whom the operator added, or of before invitations were accepted', async () => {
    expect((await teamOf())[0]).toMatchObject({ status: 'active' });
    const { partnerId: partner_id } = partner;
    const member_id = crypto.randomUUID();
    const memberships = [{ partner_id, role: 'viewer', created_at: '2026-01-01T00:00:00.000Z' }];
    const stored = { member_id, email: emailOf('old'), memberships, leaving: null, revision: 3 };
    for (const Item of [
      { ...keys.member(member_id), ...stored },
      { ...keys.memberLink(partner_id, member_id), member_id },
    ])
      await table.client.send(new PutCommand({ TableName: table.name, Item }));
    expect(verdictOf(await get('list-partner-customers', `member:${member_id}`))).toBe('200');
    const bearer = await invited('viewer');
    await service.operate('members add', { partner_id, email: emailOf('new'), role: 'developer' });
    expect(verdictOf(await get('list-partner-customers', bearer))).toBe('200');
  });
});

describe('decline-partner-invitation and leave-partner', () => {
  it('end what they name, and delete the sign-in of who has nothing else', async () => {
    const first = await invited('developer');
    expect(verdictOf(await decline(first))).toBe('200');
    expect(verdictOf(await get('get-partner-member', first))).toBe('401 unauthenticated');
    expect(await teamOf()).toHaveLength(1);
    clock.pass(10 * minute);
    const second = await invited('developer');
    expect(second).not.toBe(first);
    await accept(second);
    expect(memberOf(await leave(second))).toMatchObject({ id: idOf(second), role: 'developer' });
    clock.pass(minute);
    expect(verdictOf(await get('get-partner-member', second))).toBe('401 unauthenticated');
    expect(await teamOf()).toHaveLength(1);
  });

  it('leave the other partners of the member', async () => {
    const other = await service.newPartner();
    const theirs = await other.member('developer');
    await invite(`developer@${other.partnerId}.example`, 'viewer');
    clock.pass(minute);
    expect(verdictOf(await decline(theirs))).toBe('200');
    expect(verdictOf(await get('get-partner-member', theirs))).toBe('200');
    clock.pass(10 * minute);
    await invite(`developer@${other.partnerId}.example`, 'viewer');
    clock.pass(minute);
    await accept(theirs);
    clock.pass(minute);
    expect(verdictOf(await leave(theirs))).toBe('200');
    clock.pass(minute);
    const { member: shown } = (await get('get-partner-member', theirs)).body;
    expect(shown).toMatchObject({ id: idOf(theirs), partners: [{ partner_id: other.partnerId }] });
  });

  it('go on where the deletion of the user failed, and repeat their answer', async () => {
    for (const [ask, route] of [
      [decline, 'decline-partner-invitation'],
      [leave, 'leave-partner'],
    ] as const) {
      clock.pass(10 * minute);
      const bearer = await invited('viewer', route);
      if (ask === leave) await accept(bearer);
      const key = { 'idempotency-key': `my-${route}` };
      const again = (): Promise<Reply> => post(route, bearer, { partner_id: partner.partnerId }, key);
      service.failRemovingUsers(true);
      expect((await again()).status).toBe(500);
      service.failRemovingUsers(false);
      clock.pass(minute);
      const done = await again();
      expect(verdictOf(done)).toBe('200');
      clock.pass(minute);
      const replay = await again();
      expect([replay.text, headerOf(replay, 'idempotent-replayed')]).toEqual([done.text, 'true']);
      expect(verdictOf(await get('get-partner-member', bearer))).toBe('401 unauthenticated');
    }
  });
});

describe('the mails of invitations', () => {
  it('go again to who never signed in, whoever invited first, and to no one else', async () => {
    const email = emailOf('new');
    await invite(email, 'viewer');
    expect(mailsTo(email)).toBe(1);
    const other = await service.newPartner();
    const theirs = await other.member('owner');
    clock.pass(10 * minute);
    expect(verdictOf(await invite(email, 'viewer', theirs))).toBe('201');
    expect(mailsTo(email)).toBe(2);
    clock.pass(10 * minute);
    expect(memberOf(await invite(email, 'support'))).toMatchObject({ role: 'support', status: 'pending' });
    expect(mailsTo(email)).toBe(3);
    service.signIn(email);
    clock.pass(10 * minute);
    expect(verdictOf(await invite(email, 'viewer'))).toBe('201');
    expect(mailsTo(email)).toBe(3);
    expect((await teamOf()).filter((it) => it.email === email)).toHaveLength(1);
  });

  it('go to one address once in ten minutes, and the refusal speaks of that limit', async () => {
    const email = emailOf('new');
    expect(verdictOf(await invite(email, 'viewer'))).toBe('201');
    const refused = await invite(email.toUpperCase(), 'viewer');
    expect(verdictOf(refused)).toBe('429 rate_limited');
    expect(headerOf(refused, 'ratelimit-policy')).toBe('"invited_address";q=1;w=600');
    expect(headerOf(refused, 'ratelimit')).toBe('"invited_address";r=0;t=600');
  });

  it('do not show whether another partner invited the address, which gets one mail in ten minutes', async () => {
    const [invited, unknown] = [emailOf('invited'), emailOf('unknown')];
    expect(verdictOf(await invite(invited, 'viewer'))).toBe('201');
    const theirs = await (await service.newPartner()).member('owner');
    const answers = [await invite(invited, 'viewer', theirs), await invite(unknown, 'viewer', theirs)];
    expect([...answers.map(verdictOf), mailsTo(invited), mailsTo(unknown)]).toEqual(['201', '201', 1, 1]);
    const again = [await invite(invited, 'viewer', theirs), await invite(unknown, 'viewer', theirs)];
    expect(again.map((it) => headerOf(it, 'retry-after'))).toEqual(['600', '600']);
  });

  it('are twenty a day for a partner, and hinder no other command', async () => {
    for (let sent = 0; sent < 20; sent += 1)
      expect(verdictOf(await invite(emailOf(`new-${sent}`), 'viewer'))).toBe('201');
    const refused = await invite(emailOf('one-more'), 'viewer');
    expect(verdictOf(refused)).toBe('429 rate_limited');
    expect(Number(headerOf(refused, 'retry-after'))).toBe(72 * 60);
    expect(headerOf(refused, 'ratelimit-policy')).toBe('"invitations";q=20;w=86400');
    expect(verdictOf(await post('mark-all-partner-notifications-read', owner, {}))).toBe('200');
  });
});

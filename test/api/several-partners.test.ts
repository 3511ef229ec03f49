import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { keys } from '../../lambdas/store/table/keys.ts';
import type { Asked, Reply, TestPartner, TestService } from '../../tools/harness/service.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { errorOf, problemsOf, verdictOf } from './replies.ts';
import { withService } from './suite-service.ts';

const clock = testClock();
let service: TestService;
let table: TestTable;
let first: TestPartner;
let second: TestPartner;
let bearer: string;
withService({ clock: clock.now }, (...started) => {
  [service, table] = started;
});

/** A member who is an owner of the first partner and a viewer of the second. */
beforeEach(async () => {
  [first, second] = [await service.newPartner(), await service.newPartner()];
  bearer = await first.member('owner');
  const email = `owner@${first.partnerId}.example`;
  await service.operate('members add', { partner_id: second.partnerId, email, role: 'viewer' });
});

const get = (route: string, more: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  service.call('GET', { bearer, query: { route, ...more } });
const upsert = (asked: Pick<Asked, 'query'>, body: Readonly<Record<string, unknown>>): Promise<Reply> =>
  service.call('POST', {
    bearer,
    ...asked,
    body: { route: 'upsert-partner-customer', external_customer_id: 'C-1', customer_name: 'Acme', ...body },
  });

describe('a member of several partners', () => {
  it('names the partner on every route, and acts there with the role of that membership', async () => {
    for (const { route, methods } of service.dispatcher.routes.values()) {
      const [method] = methods;
      const asked = method === 'GET' ? { query: { route } } : { body: { route } };
      const refused = await service.call(method, { bearer, ...asked });
      expect([route, verdictOf(refused)]).toEqual([route, '400 validation_failed']);
      expect(problemsOf(refused)).toMatchObject([{ path: 'partner_id', rule: 'required' }]);
    }
    for (const [{ partnerId }, role] of [
      [first, 'owner'],
      [second, 'viewer'],
    ] as const) {
      const { member, partner } = (await get('get-partner-member', { partner_id: partnerId })).body;
      expect(member).toMatchObject({
        role,
        partners: [
          { partner_id: first.partnerId, role: 'owner' },
          { partner_id: second.partnerId, role: 'viewer' },
        ],
      });
      expect(partner).toMatchObject({ partner_id: partnerId });
    }
    expect(verdictOf(await upsert({ query: { partner_id: first.partnerId } }, {}))).toBe('201');
    expect(verdictOf(await upsert({}, { partner_id: first.partnerId }))).toBe('200');
    expect(verdictOf(await upsert({ query: { partner_id: second.partnerId } }, {}))).toBe('403 forbidden_role');
  });

  it('learns its partners from the refusal, and is refused any other', async () => {
    const { message } = errorOf(await get('get-partner-member'));
    expect([message.includes(first.partnerId), message.includes(second.partnerId)]).toEqual([true, true]);
    const other = await service.newPartner();
    const mismatch = '403 partner_scope_mismatch';
    expect(verdictOf(await get('get-partner-member', { partner_id: other.partnerId }))).toBe(mismatch);
    const both = await upsert({ query: { partner_id: first.partnerId } }, { partner_id: second.partnerId });
    expect(verdictOf(both)).toBe(mismatch);
  });

  it('sees the data of the named partner alone', async () => {
    await upsert({ query: { partner_id: first.partnerId } }, {});
    const total = async (partner_id: string) => (await get('list-partner-customers', { partner_id })).body['total'];
    expect([await total(first.partnerId), await total(second.partnerId)]).toEqual([1, 0]);
  });

  it('still names the partner when another one of them is suspended, which is refused', async () => {
    await service.operate('partners suspend', { partner_id: second.partnerId });
    clock.pass(60_000);
    expect(verdictOf(await get('get-partner-member'))).toBe('400 validation_failed');
    expect(verdictOf(await get('get-partner-member', { partner_id: first.partnerId }))).toBe('200');
    expect(verdictOf(await get('get-partner-member', { partner_id: second.partnerId }))).toBe(
      '403 partner_scope_mismatch',
    );
    await service.operate('partners suspend', { partner_id: first.partnerId });
    clock.pass(60_000);
    expect(verdictOf(await get('get-partner-member', { partner_id: first.partnerId }))).toBe('401 unauthenticated');
  });

  it('needs no partner_id any more once it belongs to one', async () => {
    await service.operate('members remove', { partner_id: second.partnerId, member: bearer.slice('member:'.length) });
    clock.pass(60_000);
    expect(verdictOf(await get('get-partner-member'))).toBe('200');
  });
});

describe('a record of a member from before members could belong to several partners', () => {
  it('is read, and changed, as one membership', async () => {
    const { partnerId } = first;
    const member_id = '0190f3c0-0000-7000-8000-00000000000a';
    const item = {
      member_id,
      partner_id: partnerId,
      email: 'old@partner.example',
      role: 'admin',
      created_at: '2026-01-01T00:00:00.000Z',
    };
    await table.client.send(new PutCommand({ TableName: table.name, Item: { ...keys.member(member_id), ...item } }));
    await table.client.send(
      new PutCommand({ TableName: table.name, Item: { ...keys.memberLink(partnerId, member_id), member_id } }),
    );
    bearer = `member:${member_id}`;
    expect((await get('get-partner-member')).body['member']).toMatchObject({ role: 'admin' });
    await service.operate('members role', { partner_id: partnerId, member: 'old@partner.example', role: 'viewer' });
    expect((await get('get-partner-member')).body['member']).toMatchObject({ role: 'viewer' });
  });
});

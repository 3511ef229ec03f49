import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { routes } from '../../lambdas/api/routes.ts';
import { isForMembers } from '../../lambdas/domain/access.ts';
import { onDemand } from '../../lambdas/kernel/on-demand.ts';
import { parsePartnerKey } from '../../lambdas/domain/credentials.ts';
import { honestReceiver } from '../../tools/harness/populated-partner.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { startService, type Reply, type TestPartner, type TestService } from '../../tools/harness/service.ts';
import { testClock, type TestClock } from '../../tools/harness/test-clock.ts';
import { verdictOf } from './replies.ts';

let table: TestTable;
let clock: TestClock;
/** Two environments with one table and separate caches of callers: the operator acts in one, calls go to the other. */
let here: TestService;
let there: TestService;
/** What happens while an address of the partner is called. */
let meanwhile = (): Promise<unknown> => Promise.resolve();
beforeAll(async () => {
  table = await startTestTable();
  clock = testClock();
  here = await startService(table, { clock: clock.now });
  there = await startService(table, {
    clock: clock.now,
    outbound: { ...honestReceiver, send: async (request) => (await meanwhile(), honestReceiver.send(request)) },
  });
});
afterAll(() => table.stop());

const statusOf = async (bearer: string, apikey = there.apikey): Promise<number> =>
  (await there.call('GET', { query: { route: 'list-partner-customers' }, bearer, apikey })).status;

/** Whether calls succeed, once a second from now on, until they fail. */
const secondsUntilRefused = async (bearer: string, apikey?: string): Promise<number> => {
  for (let second = 0; second <= 120; second += 1) {
    if ((await statusOf(bearer, apikey)) === 401) return second;
    clock.pass(1_000);
  }
  throw new Error('never refused');
};

const limit = 60;

describe('an environment with a cached caller', () => {
  it('refuses a key within 60 seconds of its revocation, however often it is used', async () => {
    const { apiKey } = await here.newPartner();
    expect(await statusOf(apiKey)).toBe(200);
    await here.operate('keys revoke', { key_id: parsePartnerKey('test', apiKey)?.keyId });
    const seconds = await secondsUntilRefused(apiKey);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(limit);
  });

  it('refuses a member within 60 seconds of the removal, while the token is still valid', async () => {
    const partner = await here.newPartner();
    const token = await partner.member('owner');
    expect(await statusOf(token)).toBe(200);
    await here.operate('members remove', { partner_id: partner.partnerId, member: token.slice('member:'.length) });
    expect(await secondsUntilRefused(token)).toBeLessThanOrEqual(limit);
  });

  it('refuses a partner within 60 seconds of its suspension', async () => {
    const { partnerId, apiKey } = await here.newPartner();
    expect(await statusOf(apiKey)).toBe(200);
    await here.operate('partners suspend', { partner_id: partnerId });
    expect(await secondsUntilRefused(apiKey)).toBeLessThanOrEqual(limit);
  });

  it('refuses a publishable key within 60 seconds of its revocation', async () => {
    const issued = await here.operate('publishable-keys issue', {});
    const { value } = z.object({ key: z.object({ value: z.string() }) }).parse(issued).key;
    clock.pass(limit * 1_000);
    expect(await statusOf(there.partner.apiKey, value)).toBe(200);
    await here.operate('publishable-keys revoke', { value });
    expect(await secondsUntilRefused(there.partner.apiKey, value)).toBeLessThanOrEqual(limit);
  });

  it('refuses a key that was rotated without an overlap within 60 seconds', async () => {
    const { apiKey } = await here.newPartner();
    expect(await statusOf(apiKey)).toBe(200);
    await here.operate('keys rotate', { key_id: parsePartnerKey('test', apiKey)?.keyId, overlap_hours: 0 });
    expect(await secondsUntilRefused(apiKey)).toBeLessThanOrEqual(limit);
  });
});

/** The routes whose effect outlives the caller, or that hand out a secret, with a call of each. */
const lasting = {
  'reveal-partner-instance-platform-token': { instance_key: 'none' },
  'rotate-partner-webhook-secret': {},
  'validate-partner-webhook-endpoint': { webhook_url: 'https://hooks.example/a', platform_verify_token: 'token' },
  'update-partner-webhook-endpoint': { webhook_url: 'https://hooks.example/a', platform_verify_token: 'token' },
  'update-partner-webhook-event-types': { event_types: [] },
  'update-partner-platform-callbacks': { mode: 'direct' },
  'update-partner-connect-page': { display_name: 'Acme' },
  'create-customer-instance': { external_customer_id: 'none', instance_key: 'none' },
  'create-connect-session': { instance_key: 'none' },
  'invite-partner-member': { email: 'new@partner.example', role: 'viewer' },
  'update-partner-member': { member_id: '01890a5d-ac96-774b-bcce-b302099a8057', role: 'viewer' },
  'remove-partner-member': { member_id: '01890a5d-ac96-774b-bcce-b302099a8057' },
  'accept-partner-invitation': {},
  'decline-partner-invitation': {},
  'leave-partner': {},
  'issue-partner-api-key': { scopes: ['customers.read'] },
  'revoke-partner-api-key': { key_id: 'none' },
} as const;

const lastingRoutes = Object.entries(lasting).map(([route, given]) => {
  const row = routes.find((one) => one.route === route);
  if (row === undefined) throw new Error(`there is no route ${route}`);
  return { route, given, row };
});
type Lasting = (typeof lastingRoutes)[number];

const make = ({ route, given, row }: Lasting, { partnerId }: TestPartner, bearer: string): Promise<Reply> => {
  const partner = row.audience.kind === 'person' ? { partner_id: partnerId } : {};
  return there.call(row.methods[0], { bearer, body: { route, ...given, ...partner } });
};
const byKey = lastingRoutes.filter(({ row }) => !isForMembers(row.audience));
const byMember = lastingRoutes.filter(({ row }) => row.audience.kind !== 'person');

const revoke = (apiKey: string): Promise<unknown> =>
  here.operate('keys revoke', { key_id: parsePartnerKey('test', apiKey)?.keyId });

describe('what outlives its caller', () => {
  it('is as the route table has it', () => {
    const now = routes.filter(({ standing }) => standing === 'now').map(({ route }) => route);
    expect(new Set(now)).toEqual(new Set(Object.keys(lasting)));
  });

  it.each(byKey)('$route: a key that was just revoked is refused', async (it) => {
    const partner = await here.newPartner();
    expect(await statusOf(partner.apiKey)).toBe(200);
    await revoke(partner.apiKey);
    expect(verdictOf(await make(it, partner, partner.apiKey))).toBe('401 unauthenticated');
  });

  it.each(lastingRoutes)('$route: a member of a partner that was just suspended is refused', async (it) => {
    const partner = await here.newPartner();
    const owner = await partner.member('owner');
    expect(await statusOf(owner)).toBe(200);
    await here.operate('partners suspend', { partner_id: partner.partnerId });
    expect(verdictOf(await make(it, partner, owner))).toBe('401 unauthenticated');
  });

  it.each(byMember)('$route: a member that was just removed is refused', async (it) => {
    const partner = await here.newPartner();
    const owner = await partner.member('owner');
    expect(await statusOf(owner)).toBe(200);
    await here.operate('members remove', { partner_id: partner.partnerId, member: owner.slice('member:'.length) });
    expect(verdictOf(await make(it, partner, owner))).toBe('401 unauthenticated');
  });

  it.each(byMember)('$route: a member whose role was just changed has the new role', async (it) => {
    const partner = await here.newPartner();
    const owner = await partner.member('owner');
    expect(await statusOf(owner)).toBe(200);
    const member = owner.slice('member:'.length);
    await here.operate('members role', { partner_id: partner.partnerId, member, role: 'viewer' });
    expect(verdictOf(await make(it, partner, owner))).toBe('403 forbidden_role');
  });

  it.each([
    ['update-partner-webhook-endpoint', { webhook_url: 'https://hooks.example/a', platform_verify_token: 'token' }],
    ['update-partner-connect-page', { logo_url: 'https://cdn.example/logo.png' }],
  ] as const)('%s: a key that is revoked while the address is called changes nothing', async (route, given) => {
    const partner = await here.newPartner();
    meanwhile = onDemand(() => revoke(partner.apiKey));
    const row = routes.find((one) => one.route === route);
    const reply = await there.call(row?.methods[0] ?? '', { bearer: partner.apiKey, body: { route, ...given } });
    expect(verdictOf(reply)).toBe('401 unauthenticated');
  });
});

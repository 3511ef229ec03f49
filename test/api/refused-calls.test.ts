import { describe, expect, it } from '@jest/globals';
import { recordCommands } from '../../tools/harness/sent-commands.ts';
import type { Reply, TestPartner, TestService } from '../../tools/harness/service.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { headerOf, verdictOf } from './replies.ts';
import { withService } from './suite-service.ts';

const clock = testClock();
let service: TestService;
let table: TestTable;
// A production stage: ten validations and ten reveals an hour.
withService({ clock: clock.now, rateScale: 1 }, (started, its) => {
  [service, table] = [started, its];
});

const policyOf = (reply: Reply): string | undefined => /^"(\w+)"/.exec(headerOf(reply, 'ratelimit-policy') ?? '')?.[1];

type Body = Readonly<Record<string, unknown>>;
const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const url = 'https://hooks.example/x';
const two = { instance_id: id, partner_instance_id: id.replace('0', '1') };

/** A right body of each route whose class is not that of every command, and a body that its rules refuse. */
const commands: readonly (readonly [route: string, method: string, right: Body, wrong: Body])[] = [
  ['validate-partner-webhook-endpoint', 'POST', { webhook_url: url }, { webhook_url: 'http://hooks.example/x' }],
  ['update-partner-webhook-endpoint', 'POST', { webhook_url: url }, {}],
  ['send-partner-webhook-test-event', 'POST', { type: 'service.ping' }, { type: 'unknown' }],
  ['update-partner-connect-page', 'PATCH', { logo_url: url }, { logo_url: url, color: 'red' }],
  ['reveal-partner-instance-platform-token', 'POST', { instance_id: id }, two],
  ['create-connect-session', 'POST', { instance_id: id }, { instance_id: id, ttl_hours: 1000 }],
  [
    'create-customer-instance',
    'POST',
    { customer_id: id, instance_key: 'k' },
    { customer_id: id, partner_customer_id: id.replace('0', '1'), instance_key: 'k' },
  ],
  [
    'report-partner-message-status',
    'POST',
    { phone_number_id: '1', status: 'sent' },
    { phone_number_id: '1', status: 'sent', occurred_at: 'yesterday' },
  ],
  ['report-partner-message-statuses', 'POST', { reports: [{}] }, { reports: 1 }],
];

const queries: readonly (readonly [route: string, right: Record<string, string>, wrong: Record<string, string>])[] = [
  ['list-partner-customers', { search: 'acme' }, { search: 'acme', page: '0' }],
  ['search-partner-instances', { search: 'acme' }, { page: 'x' }],
  ['search-partner-delivery-events', { status: 'sent' }, { status: 'sent', date_from: '2026-13-01' }],
];

const outsider = async (): Promise<{ readonly partner: TestPartner; readonly viewer: string }> => {
  const partner = await service.newPartner();
  return { partner, viewer: await partner.member('viewer') };
};

describe('a call that is refused', () => {
  it.each(commands)('by audience or scope counts as a command on %s', async (route, method, right) => {
    const { partner, viewer } = await outsider();
    for (const bearer of [viewer, partner.readOnlyKey]) {
      const reply = await service.call(method, { bearer, body: { route, ...right } });
      expect([reply.status, policyOf(reply)]).toEqual([403, 'commands']);
    }
  });

  it.each(commands)('by its parameters counts as a command on %s', async (route, method, right, wrong) => {
    const { apiKey: bearer } = await service.newPartner();
    const foreign = await service.call(method, { bearer, body: { route, ...right }, query: { partner_id: id } });
    const refused = await service.call(method, { bearer, body: { route, ...wrong } });
    const keyed = await service.call(method, {
      bearer,
      body: { route, ...right },
      headers: { 'idempotency-key': 'short' },
    });
    expect([foreign.status, policyOf(foreign)]).toEqual([403, 'commands']);
    expect([refused.status, policyOf(refused)]).toEqual([400, 'commands']);
    if (route !== 'reveal-partner-instance-platform-token')
      expect([keyed.status, policyOf(keyed)]).toEqual([400, 'commands']);
  });

  it.each(queries)('counts as a read on %s', async (route, right, wrong) => {
    const { apiKey: bearer } = await service.newPartner();
    const foreign = await service.call('GET', { bearer, query: { route, ...right, partner_id: id } });
    const refused = await service.call('GET', { bearer, query: { route, ...wrong } });
    expect([foreign.status, policyOf(foreign)]).toEqual([403, 'reads']);
    expect([refused.status, policyOf(refused)]).toEqual([400, 'reads']);
  });

  it('leaves the hourly classes of its partner full', async () => {
    const { partner, viewer } = await outsider();
    for (let round = 0; round < 12; round += 1) {
      for (const [route, method, right] of commands) {
        expect(verdictOf(await service.call(method, { bearer: viewer, body: { route, ...right } }))).toMatch(/^403/);
      }
      clock.pass(1_000);
    }
    const { apiKey: bearer } = partner;
    const left = async (route: string, body: Body): Promise<string | undefined> =>
      headerOf(await service.call('POST', { bearer, body: { route, ...body } }), 'ratelimit');
    expect(await left('validate-partner-webhook-endpoint', { webhook_url: url })).toMatch(
      /^"webhook_validations";r=9;/,
    );
    expect(await left('reveal-partner-instance-platform-token', { instance_id: id })).toMatch(/^"token_reveals";r=9;/);
    expect(await left('create-connect-session', { instance_id: id })).toMatch(/^"connect_sessions";r=59;/);
  });

  it('reads and changes nothing but its bucket and the number of its calls', async () => {
    const { viewer } = await outsider();
    await service.call('GET', { bearer: viewer, query: { route: 'list-partner-customers' } });
    const recorder = recordCommands(table);
    for (const [route, method, right] of commands) {
      const { result, sent } = await recorder.during(() =>
        service.call(method, { bearer: viewer, body: { route, ...right } }),
      );
      expect(result.status).toBe(403);
      expect(sent.map(({ name }) => name)).toEqual(sent.map(() => 'UpdateItemCommand'));
      for (const { input } of sent) expect(input).toMatch(/#RATE|"SET calls = /);
    }
    recorder.stop();
  });

  it('is refused with 429 when the partner has no more commands', async () => {
    const { partner, viewer } = await outsider();
    const refused = (): Promise<Reply> =>
      service.call('POST', { bearer: viewer, body: { route: 'create-connect-session', instance_id: id } });
    let reply = await refused();
    for (let calls = 0; calls < 250 && reply.status !== 429; calls += 1) reply = await refused();
    expect([verdictOf(reply), policyOf(reply)]).toEqual(['429 rate_limited', 'commands']);
    clock.pass(1_000);
    const body = { route: 'create-connect-session', instance_id: id };
    expect((await service.call('POST', { bearer: partner.apiKey, body })).status).toBe(404);
  });
});

describe('a call that is carried out', () => {
  it.each([...commands].filter(([route]) => !route.startsWith('report')))(
    'counts in its own class on %s',
    async (route, method, right) => {
      const { apiKey: bearer } = await service.newPartner();
      const reply = await service.call(method, { bearer, body: { route, ...right } });
      expect(['webhook_validations', 'token_reveals', 'connect_sessions']).toContain(policyOf(reply));
    },
  );
});

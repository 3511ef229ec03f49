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
withService({ clock: clock.now, rateScale: 0.1 }, (started, its) => {
  [service, table] = [started, its];
});

const notJson = '{"route":';
const classOf = (reply: Reply): string | undefined => /^"(\w+)"/.exec(headerOf(reply, 'ratelimit') ?? '')?.[1];
const post = (bearer: string, body: unknown, query = ''): Promise<Reply> =>
  service.call('POST', { bearer, body, query });

/** Empties a bucket, and learns of it. */
const until429 = async (ask: () => Promise<Reply>): Promise<void> => {
  for (let calls = 0; calls < 300; calls += 1) if ((await ask()).status === 429) return;
  throw new Error('the bucket is not empty');
};

const withoutCommands = async (): Promise<TestPartner> => {
  const partner = await service.newPartner();
  await until429(() => post(partner.apiKey, notJson));
  return partner;
};

const report = { phone_number_id: '1', status: 'sent' };

/** How many reports may follow one more. */
const reportsLeft = async (bearer: string): Promise<number> => {
  const reply = await post(bearer, { route: 'report-partner-message-status', ...report });
  return Number(/r=(\d+)/.exec(headerOf(reply, 'ratelimit') ?? '')?.[1]);
};

describe('a call whose bucket is empty', () => {
  it('is refused before its body is read, and sends nothing', async () => {
    const { apiKey } = await withoutCommands();
    const recorder = recordCommands(table);
    const bodies = [notJson, 'x'.repeat(2_000_000), '['.repeat(200_000), { route: 'create-connect-session' }];
    for (const body of bodies) {
      const { result, sent } = await recorder.during(() => post(apiKey, body));
      expect([verdictOf(result), classOf(result), sent]).toEqual(['429 rate_limited', 'commands', []]);
      expect(headerOf(result, 'retry-after')).toBe('1');
    }
    recorder.stop();
    clock.pass(1_000);
    expect(verdictOf(await post(apiKey, notJson))).toBe('400 invalid_json');
  });

  it('leaves the queries of its partner alone', async () => {
    const { apiKey } = await withoutCommands();
    const reply = await service.call('GET', { bearer: apiKey, query: { route: 'list-partner-customers' } });
    expect(reply.status).toBe(200);
  });

  it('is a report that may come, wherever its route is named', async () => {
    const { apiKey } = await withoutCommands();
    const route = 'report-partner-message-status';
    const replies = [
      await post(apiKey, { route, ...report }),
      await post(apiKey, report, `route=${route}`),
      await post(apiKey, { route: 'report-partner-message-statuses', reports: [{}] }),
    ];
    expect(replies.map(verdictOf)).toEqual(['404 not_found', '404 not_found', '200']);
    expect(replies.map(classOf)).toEqual(Array(3).fill('delivery_reports'));
  });
});

describe('a call that is read and refused', () => {
  it('counts as a command when the bucket of its class is empty', async () => {
    const { apiKey } = await service.newPartner();
    const reveal = { route: 'reveal-partner-instance-platform-token', instance_key: 'k' };
    await until429(() => post(apiKey, reveal));
    // Twenty commands may come at once. The first refusal was one of them.
    for (let refused = 1; refused < 20; refused += 1) expect(classOf(await post(apiKey, reveal))).toBe('token_reveals');
    expect(classOf(await post(apiKey, reveal))).toBe('commands');
  });

  it('is no report when it is larger than any', async () => {
    const { apiKey } = await withoutCommands();
    const body = { route: 'report-partner-message-statuses', filler: 'x'.repeat(1024 * 1024) };
    const before = await reportsLeft(apiKey);
    for (let calls = 0; calls < 10; calls += 1) expect(verdictOf(await post(apiKey, body))).toBe('429 rate_limited');
    expect(await reportsLeft(apiKey)).toBe(before - 1);
  });

  it.each([
    ['in the query', `route=report-partner-message-status`, { route: 'upsert-partner-customer' }],
    ['in the body', '', { route: 'upsert-partner-customer', metadata: { note: 'report-partner-message-status' } }],
  ])('counts as the report that it pretends to be %s', async (_, query, body) => {
    const { apiKey } = await withoutCommands();
    await until429(() => post(apiKey, body, query));
    const before = await reportsLeft(apiKey);
    for (let calls = 0; calls < 10; calls += 1) await post(apiKey, body, query);
    expect(await reportsLeft(apiKey)).toBeLessThanOrEqual(before - 10);
  });

  it('counts as a command when a batch has more reports than may come', async () => {
    const { apiKey } = await service.newPartner();
    const reports = Array.from({ length: 200 }, () => ({}));
    const batch = () => post(apiKey, { route: 'report-partner-message-statuses', reports });
    for (let calls = 0; calls < 20; calls += 1) expect(verdictOf(await batch())).toBe('429 rate_limited');
    expect(classOf(await post(apiKey, notJson))).toBe('commands');
    expect(verdictOf(await post(apiKey, notJson))).toBe('429 rate_limited');
  });

  it('counts for a member of several partners, whichever it names', async () => {
    const [one, other] = [await service.newPartner(), await service.newPartner()];
    const bearer = await one.member('owner');
    const email = `owner@${one.partnerId}.example`;
    await service.operate('members add', { partner_id: other.partnerId, email, role: 'viewer' });
    const named = () => post(bearer, { partner_id: one.partnerId, route: 'x' });
    await until429(named);
    expect(verdictOf(await post(bearer, notJson, `partner_id=${other.partnerId}`))).toBe('400 invalid_json');
    for (let calls = 0; calls < 20; calls += 1) await named();
    const recorder = recordCommands(table);
    const { result, sent } = await recorder.during(() => post(bearer, notJson));
    recorder.stop();
    expect([verdictOf(result), sent]).toEqual(['429 rate_limited', []]);
  });
});

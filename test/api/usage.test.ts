import { beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parsePartnerKey } from '../../lambdas/domain/credentials.ts';
import { dispatch } from '../../lambdas/api/dispatch.ts';
import { roles } from '../../lambdas/domain/access.ts';
import { day, isoOf } from '../../lambdas/kernel/time.ts';
import { eventOf, type Reply, type TestPartner, type TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { problemsOf, verdictOf } from './replies.ts';
import { withService } from './suite-service.ts';

/** 2030-01-02T03:04:05Z */
const clock = testClock();
let service: TestService;
let partner: TestPartner;
withService({ clock: clock.now, rateScale: 1 }, (started) => {
  service = started;
});
beforeEach(async () => {
  partner = await service.newPartner();
});

const route = 'get-partner-usage';
const ask = (query: Readonly<Record<string, string>> = {}, bearer = partner.apiKey): Promise<Reply> =>
  service.call('GET', { bearer, query: { route, ...query } });

const usageAnswer = z.looseObject({
  billing: z.string(),
  granularity: z.string(),
  totals: z.record(z.string(), z.int()),
  items: z.array(z.looseObject({ date: z.string(), calls: z.int(), customers_active: z.int() })),
});
const usageOf = ({ body }: Reply) => usageAnswer.parse(body['usage']);
const read = async (query: Readonly<Record<string, string>> = {}, bearer = partner.apiKey) =>
  usageOf(await ask(query, bearer));
const dateOf = (time: number): string => isoOf(time).slice(0, 10);
const today = (): string => dateOf(clock.now());
const upsert = (externalId: string, bearer = partner.apiKey): Promise<Reply> =>
  service.call('POST', {
    bearer,
    body: { route: 'upsert-partner-customer', external_customer_id: externalId, customer_name: 'Acme' },
  });

describe('the range of get-partner-usage', () => {
  it('is the current month without dates, from the first recorded day to today', async () => {
    const first = today();
    expect((await read()).items.map(({ date }) => date)).toEqual([first]);
    clock.pass(2 * day);
    const later = await read();
    expect(later.items.map(({ date }) => date)).toEqual([first, dateOf(clock.now() - day), today()]);
    expect(later).toMatchObject({ granularity: 'day', billing: 'test' });
  });

  it('is the month of the last day when only that is given', async () => {
    clock.pass(40 * day);
    const last = dateOf(clock.now() - day);
    const { items } = await read({ date_to: last });
    expect(items.every(({ date }) => date.startsWith(last.slice(0, 7)) && date <= last)).toBe(true);
  });

  it('takes a date-time for its UTC day', async () => {
    const { items } = await read({ date_from: `${today()}T00:30:00+01:00`, date_to: `${today()}T23:59:59.999Z` });
    expect(items.map(({ date }) => date)).toEqual([today()]);
  });

  it('has no item of a day before the first recorded one, and none of a day to come', async () => {
    const from = dateOf(clock.now() - 30 * day);
    expect((await read({ date_from: from, date_to: dateOf(clock.now() + day) })).items).toHaveLength(1);
    const before = await read({ date_from: from, date_to: dateOf(clock.now() - day) });
    const after = await read({ date_from: dateOf(clock.now() + day), date_to: dateOf(clock.now() + 2 * day) });
    for (const { items, totals } of [before, after]) {
      expect(items).toEqual([]);
      expect(Object.values(totals)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    }
  });

  it('refuses a range of ten thousand years as any other that is too long', async () => {
    const reply = await ask({ date_from: '0000-01-01', date_to: '9999-12-31' });
    expect(problemsOf(reply)).toMatchObject([{ path: 'date_to', rule: 'range' }]);
  });

  it('has 400 days at most, both ends counted', async () => {
    const date_from = dateOf(clock.now() - 399 * day);
    expect(verdictOf(await ask({ date_from }))).toBe('200');
    expect(verdictOf(await ask({ date_from, date_to: today() }))).toBe('200');
    const ranges = [
      [dateOf(clock.now() - 400 * day), today()],
      [date_from, dateOf(clock.now() + day)],
    ] as const;
    for (const [from, date_to] of ranges) {
      const refused = await ask({ date_from: from, date_to });
      expect(verdictOf(refused)).toBe('400 validation_failed');
      expect(problemsOf(refused)).toMatchObject([{ path: 'date_to', rule: 'range' }]);
    }
  });

  it.each([
    [{ date_from: '2030-13-01' }, 'date_from', 'format'],
    [{ date_from: '2030-02-30' }, 'date_from', 'format'],
    [{ date_to: 'yesterday' }, 'date_to', 'format'],
    [{ date_to: '2030-01-02T00:00:00' }, 'date_to', 'format'],
    [{ date_from: '2030-01-02', date_to: '2030-01-01' }, 'date_from', 'range'],
    [{ granularity: 'week' }, 'granularity', 'enum'],
    [{ granularity: '' }, 'granularity', 'enum'],
  ])('is refused when it is invalid: %j', async (query, path, rule) => {
    const refused = await ask(query);
    expect(verdictOf(refused)).toBe('400 validation_failed');
    expect(problemsOf(refused)).toMatchObject([{ path, rule }]);
  });
});

describe('get-partner-usage', () => {
  it('sums the days of a month that are in the range, and takes the highest of what there was', async () => {
    clock.pass(Date.UTC(2031, 0, 30, 12) - clock.now());
    partner = await service.newPartner();
    for (const id of ['a', 'b', 'c']) await upsert(id);
    clock.pass(day);
    const { body } = await upsert('a');
    const { customer_id } = z.object({ customer_id: z.string() }).parse(body['customer']);
    const deactivate = { route: 'deactivate-partner-customer', customer_id, reason: 'x' };
    await service.call('POST', { bearer: partner.apiKey, body: deactivate });
    clock.pass(day);
    const range = { date_from: '2031-01-01', date_to: '2031-02-28' };
    expect((await read(range)).items).toMatchObject([
      { date: '2031-01-30', customers_active: 3, calls: 3 },
      { date: '2031-01-31', customers_active: 2, calls: 2 },
      { date: '2031-02-01', customers_active: 2 },
    ]);
    const { items, totals } = await read({ ...range, granularity: 'month' });
    expect(items).toMatchObject([
      { date: '2031-01', customers_active: 3, calls: 5 },
      { date: '2031-02', customers_active: 2 },
    ]);
    expect(totals).toMatchObject({ customers_active: 3 });
    expect(totals['calls']).toBeGreaterThanOrEqual(6);
  });

  it('is read by members of every role', async () => {
    for (const role of roles) expect(verdictOf(await ask({}, await partner.member(role)))).toBe('200');
  });

  it('shows nothing of another partner', async () => {
    const other = await service.newPartner();
    await upsert('theirs', other.apiKey);
    const date = today();
    clock.pass(day);
    const { totals } = await read({ date_from: date, date_to: date });
    expect(Object.values(totals)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(verdictOf(await ask({ partner_id: other.partnerId }))).toBe('403 partner_scope_mismatch');
  });

  it('counts the calls of a member of several partners for the partner that they name', async () => {
    const other = await service.newPartner();
    const bearer = await partner.member('owner');
    const email = `owner@${partner.partnerId}.example`;
    await service.operate('members add', { partner_id: other.partnerId, email, role: 'viewer' });
    clock.pass(60_000);
    const customers = { route: 'list-partner-customers', partner_id: other.partnerId };
    await service.call('GET', { bearer, query: customers });
    await service.call('GET', { bearer, query: customers });
    const range = { date_from: today(), date_to: today() };
    clock.pass(day);
    expect((await read({ ...range, partner_id: other.partnerId }, bearer)).totals).toMatchObject({ calls: 2 });
    expect((await read({ ...range, partner_id: partner.partnerId }, bearer)).totals).toMatchObject({ calls: 0 });
  });

  it('says production on the stage production', async () => {
    const { dispatcher, apikey } = service;
    const headers = { apikey, authorization: `Bearer ${partner.apiKey}` };
    const deps = { ...dispatcher.deps, environment: 'production' as const };
    const { body } = await dispatch({ ...dispatcher, deps }, eventOf('GET', { query: { route } }, headers));
    expect(JSON.parse(body ?? '')).toMatchObject({ usage: { billing: 'production' } });
  });
});

describe('the calls of a partner', () => {
  /** Of today; asked on the next day, so that the question does not count. */
  const calls = async (): Promise<number> => {
    const date = today();
    clock.pass(day);
    return (await read({ date_from: date, date_to: date })).totals['calls'] ?? -1;
  };

  it('include refused ones and replays', async () => {
    const key = { 'idempotency-key': 'the-same-key' };
    const body = { route: 'upsert-partner-customer', external_customer_id: 'x', customer_name: 'X' };
    for (let time = 0; time < 2; time += 1) await service.call('POST', { bearer: partner.apiKey, body, headers: key });
    await service.call('POST', { bearer: partner.apiKey, body: { ...body, customer_name: 'Y' }, headers: key });
    await service.call('GET', { bearer: partner.apiKey, query: { route: 'no-such-route' } });
    await service.call('POST', { bearer: partner.apiKey, body: '{', headers: { 'content-type': 'application/json' } });
    await service.call('POST', { bearer: partner.readOnlyKey, body });
    await service.call('GET', { bearer: partner.apiKey, query: { route, partner_id: service.partner.partnerId } });
    expect(await calls()).toBe(7);
  });

  it('do not include those that were answered with 401 or 429', async () => {
    await service.call('GET', { bearer: `${partner.apiKey}x`, query: { route: 'list-partner-customers' } });
    await service.call('GET', { bearer: partner.apiKey, apikey: 'pk_test_unknown', query: { route } });
    const validation = { route: 'validate-partner-webhook-endpoint', webhook_url: 'https://partner.example/hook' };
    const replies: Reply[] = [];
    for (let time = 0; time < 12; time += 1) {
      replies.push(
        await service.call('POST', { bearer: partner.apiKey, body: { ...validation, platform_verify_token: 't' } }),
      );
    }
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(2);
    await service.operate('keys revoke', { key_id: parsePartnerKey('test', partner.readOnlyKey)?.keyId });
    const issued = await service.operate('keys issue', {
      partner_id: partner.partnerId,
      scopes: ['webhook.write'],
    });
    const { api_key: bearer } = z.object({ api_key: z.string() }).parse(issued);
    await service.operate('keys revoke', { key_id: parsePartnerKey('test', bearer)?.keyId });
    const late = await service.call('POST', { bearer, body: { route: 'rotate-partner-webhook-secret' } });
    expect(late.status).toBe(401);
    expect(await calls()).toBe(10);
  });

  it('count on the UTC day on which they begin', async () => {
    clock.pass(day - (clock.now() % day) - 1);
    await upsert('before');
    clock.pass(1);
    await upsert('after');
    const range = { date_from: dateOf(clock.now() - 1), date_to: today() };
    clock.pass(day);
    const { items } = await read(range);
    expect(items).toMatchObject([
      { customers_active: 1, calls: 1 },
      { customers_active: 2, calls: 1 },
    ]);
  });
});

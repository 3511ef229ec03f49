import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parsePartnerKey } from '../../lambdas/domain/credentials.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { startService, type TestService } from '../../tools/harness/service.ts';
import { testClock, type TestClock } from '../../tools/harness/test-clock.ts';

let table: TestTable;
let clock: TestClock;
/** Two environments with one table and separate caches of callers: the operator acts in one, calls go to the other. */
let here: TestService;
let there: TestService;

beforeAll(async () => {
  table = await startTestTable();
  clock = testClock();
  here = await startService(table, { clock: clock.now });
  there = await startService(table, { clock: clock.now });
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

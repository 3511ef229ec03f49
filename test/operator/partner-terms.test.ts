import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { headerOf } from '../api/replies.ts';
import { startService, type TestPartner, type TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

const clock = testClock();
let table: TestTable;
let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  table = await startTestTable();
  service = await startService(table, { clock: clock.now, rateScale: 1 });
  partner = await service.newPartner();
});
afterAll(() => table.stop());

const operate = (command: string, input: Record<string, unknown> = {}): Promise<unknown> =>
  service.operate(command, { partner_id: partner.partnerId, ...input });

const terms = z.object({
  partner: z.object({
    limits: z.record(z.string(), z.object({ rate: z.number(), burst: z.number() })),
    sizes: z.array(z.object({ since: z.string(), size: z.string() })),
  }),
});
const termsNow = async () => terms.parse(await operate('partners show')).partner;

const policyNow = async (): Promise<string | undefined> => {
  // Longer than an environment remembers the partner.
  clock.pass(31_000);
  const asked = { bearer: partner.apiKey, query: { route: 'list-partner-customers' } };
  return headerOf(await service.call('GET', asked), 'ratelimit-policy');
};

describe('limits of a partner', () => {
  it("stand in for the stage's, class by class, until they are taken away", async () => {
    expect(await policyNow()).toBe('"reads";q=400;w=4');
    await operate('partners rate-limit', { rate_class: 'reads', limit: { rate: 2, burst: 3 } });
    await operate('partners rate-limit', { rate_class: 'commands', limit: { rate: 5, burst: 6 } });
    expect(await policyNow()).toBe('"reads";q=3;w=2');
    expect((await termsNow()).limits).toEqual({ reads: { rate: 2, burst: 3 }, commands: { rate: 5, burst: 6 } });
    await operate('partners rate-limit', { rate_class: 'reads', limit: null });
    expect(await policyNow()).toBe('"reads";q=400;w=4');
    expect((await termsNow()).limits).toEqual({ commands: { rate: 5, burst: 6 } });
  });

  it('are kept to', async () => {
    await operate('partners rate-limit', { rate_class: 'reads', limit: { rate: 0.1, burst: 3 } });
    clock.pass(31_000);
    const asked = { bearer: partner.apiKey, query: { route: 'list-partner-customers' } };
    const statuses: number[] = [];
    for (let calls = 0; calls < 5; calls += 1) statuses.push((await service.call('GET', asked)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    await operate('partners rate-limit', { rate_class: 'reads', limit: null });
  });

  it.each([
    { rate_class: 'reads', limit: { rate: 0, burst: 1 } },
    { rate_class: 'reads', limit: { rate: 1, burst: 0 } },
    { rate_class: 'reads', limit: { rate: 1, burst: 1.5 } },
    { rate_class: 'reads' },
    { rate_class: 'no-class', limit: null },
  ])('are refused when they are none: %j', async (input) => {
    await expect(operate('partners rate-limit', input)).rejects.toThrow('validation_failed');
  });
});

describe('the size of a partner', () => {
  it('is set from the next span of time on, and what was set before stays true of its time', async () => {
    const before = clock.now();
    const answered = z.object({ size_now: z.string() }).parse(await operate('partners size', { size: 'large' }));
    expect(answered.size_now).toBe('standard');
    const [first] = (await termsNow()).sizes;
    expect(first?.size).toBe('large');
    const since = Date.parse(first?.since ?? '');
    expect(since).toBeGreaterThanOrEqual(before + 120_000);
    clock.pass(since - clock.now());
    await operate('partners size', { size: 'standard' });
    const { sizes } = await termsNow();
    expect(sizes.map(({ size }) => size)).toEqual(['large', 'standard']);
    expect(sizes[0]).toEqual(first);
  });

  it('that it has, or gets already, changes nothing', async () => {
    const { sizes } = await termsNow();
    await operate('partners size', { size: 'standard' });
    expect((await termsNow()).sizes).toEqual(sizes);
  });

  it('that there is not is refused', async () => {
    await expect(operate('partners size', { size: 'huge' })).rejects.toThrow('validation_failed');
  });

  it('and limits stay when the partner is suspended and resumed; who set them stands in the audit trail', async () => {
    const before = await termsNow();
    await operate('partners suspend');
    await operate('partners resume');
    expect(await termsNow()).toMatchObject(before);
    const { entries } = z
      .object({ entries: z.array(z.object({ action: z.string(), subject: z.record(z.string(), z.string()) })) })
      .parse(await service.operate('audit list', { partner_id: partner.partnerId }));
    const subjects = entries
      .filter(({ action }) => /^partners (rate-limit|size)$/.test(action))
      .map(({ subject }) => subject);
    expect(subjects).toContainEqual({ partner_id: partner.partnerId, size: 'large' });
    expect(subjects).toContainEqual({ partner_id: partner.partnerId, rate_class: 'reads', limit: '2/s, 3' });
    expect(subjects).toContainEqual({ partner_id: partner.partnerId, rate_class: 'reads', limit: 'none' });
  });
});

const inForce = z.object({
  limits: z.array(
    z.object({
      rate_class: z.string(),
      rate: z.number(),
      burst: z.number(),
      set_by: z.string(),
      free: z.number(),
      free_at: z.string().nullable(),
    }),
  ),
});

describe('the limits in force', () => {
  const limitOf = async (partnerId: string, rateClass: string) =>
    inForce
      .parse(await service.operate('limits', { partner_id: partnerId }))
      .limits.find(({ rate_class: name }) => name === rateClass);

  it("are the stage's, until the operator sets one", async () => {
    const { partnerId } = await service.newPartner();
    const stage = { rate: 100, burst: 400, set_by: 'stage', free: 400, free_at: null };
    expect(await limitOf(partnerId, 'reads')).toMatchObject(stage);
    const limit = { rate: 2, burst: 3 };
    await service.operate('partners rate-limit', { partner_id: partnerId, rate_class: 'reads', limit });
    expect(await limitOf(partnerId, 'reads')).toMatchObject({ ...limit, set_by: 'operator', free: 3, free_at: null });
  });

  it('tell when a call is free again once all are used', async () => {
    const { partnerId, apiKey } = await service.newPartner();
    const limit = { rate: 0.1, burst: 2 };
    await service.operate('partners rate-limit', { partner_id: partnerId, rate_class: 'reads', limit });
    const asked = { bearer: apiKey, query: { route: 'list-partner-customers' } };
    for (let calls = 0; calls < 2; calls += 1) await service.call('GET', asked);
    const used = await limitOf(partnerId, 'reads');
    expect(used?.free).toBe(0);
    expect(Date.parse(used?.free_at ?? '') - clock.now()).toBeGreaterThan(0);
    expect(Date.parse(used?.free_at ?? '') - clock.now()).toBeLessThanOrEqual(10_000);
  });

  it('add up over the parts of a large partner’s high limit', async () => {
    const { partnerId } = await service.newPartner();
    const limit = { rate: 8_000, burst: 16_000 };
    await service.operate('partners rate-limit', { partner_id: partnerId, rate_class: 'reads', limit });
    await service.operate('partners size', { partner_id: partnerId, size: 'large' });
    clock.pass(24 * 3_600_000);
    expect(await limitOf(partnerId, 'reads')).toMatchObject({ ...limit, free: 16_000, free_at: null });
  });
});

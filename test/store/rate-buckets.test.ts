import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RateLimiter, type DebitTokens } from '../../lambdas/api/rate-limit.ts';
import { rateLimits } from '../../lambdas/domain/rate.ts';
import { debit } from '../../lambdas/store/partners/rate-buckets.ts';
import { memoryBuckets } from '../../tools/harness/memory-bucket.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

const limits = rateLimits(1);
const start = Date.UTC(2030, 0, 1);
let table: TestTable;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

let partners = 0;
const newPartner = (): string => `partner-${(partners += 1)}`;
const inTable: DebitTokens = (...asked) => debit(table, ...asked);

describe('a bucket in the table', () => {
  it('behaves as the same bucket in memory, whatever is taken from it and assumed about it', async () => {
    const ask = fc.record({
      pause: fc.oneof(fc.constant(0), fc.nat(20), fc.nat(6000)),
      calls: fc.integer({ min: 1, max: 100 }),
      guess: fc.constantFrom('ahead' as const, 'idle' as const),
      part: fc.nat(1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(ask, { minLength: 1, maxLength: 25 }), async (asks) => {
        const memory = memoryBuckets();
        const partner = newPartner();
        let now = start;
        for (const { pause, calls, guess, part } of asks) {
          now += pause;
          const place = { part, earliest: start + 2_000 };
          const asked = [partner, 'reads', limits.reads, calls, now, guess, place] as const;
          expect(await inTable(...asked)).toEqual(await memory.debit(...asked));
        }
      }),
      { numRuns: 15 },
    );
  });

  it('admits exactly the burst when several environments take from it at once', async () => {
    const partner = newPartner();
    const environments = Array.from(
      { length: 6 },
      () => new RateLimiter(limits, inTable, { environments: Infinity, random: Math.random }),
    );
    const asked = Array.from(
      { length: 60 },
      (_, index) =>
        environments[index % environments.length]?.admit(partner, 'webhook_validations', start).granted ??
        Promise.reject(new Error('no environment')),
    );
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  it('never admits more than its limit when environments take from it concurrently', async () => {
    const partner = newPartner();
    const environments = Array.from(
      { length: 5 },
      () => new RateLimiter(limits, inTable, { environments: Infinity, random: Math.random }),
    );
    let admitted = 0;
    for (let at = start; at <= start + 3000; at += 250) {
      const wave = environments.flatMap((limiter) =>
        Array.from({ length: 40 }, () => limiter.admit(partner, 'commands', at).granted),
      );
      const outcomes = await Promise.allSettled(wave);
      admitted += outcomes.filter(({ status }) => status === 'fulfilled').length;
      expect(admitted).toBeLessThanOrEqual(200 + (50 * (at - start)) / 1000);
    }
    expect(admitted).toBeGreaterThanOrEqual(0.95 * (200 + 50 * 3));
  });
});

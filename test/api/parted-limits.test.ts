import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RateLimiter, type DebitTokens } from '../../lambdas/api/rate-limit.ts';
import { rateLimits } from '../../lambdas/domain/rate.ts';
import { partedLimit, type RateTerms } from '../../lambdas/domain/rate-parts.ts';
import { withSize } from '../../lambdas/domain/size.ts';
import { memoryBuckets } from '../../tools/harness/memory-bucket.ts';
import { exact } from './played-calls.ts';

const day = 86_400_000;
const sizes = withSize([], 'large', Date.UTC(2030, 0, 1));
const since = Date.parse(sizes[0]?.since ?? '');
const own = { rate: 5_000, burst: 8_000 };
const terms: RateTerms = { limits: { commands: own, delivery_reports: own }, sizes };
const stage = rateLimits(1);

const isAdmitted = (admission: { readonly granted: Promise<void> }): Promise<boolean> =>
  admission.granted.then(
    () => true,
    () => false,
  );

describe('the bucket of a large partner', () => {
  it('has several parts where its limit is high, and one where it is not', () => {
    const limit = (burst: number) => ({ burst, interval: 1, lease: 100 });
    expect(partedLimit(limit(8_000), sizes, since)).toMatchObject({ parts: 8, part: { burst: 1_000, interval: 8 } });
    // The bucket keeps its item.
    expect(partedLimit(limit(7_999), sizes, since)).toMatchObject({ parts: 1, emptyUntil: 0 });
    expect(partedLimit(limit(8_000), sizes, since - 1).parts).toBe(1);
    expect(partedLimit(limit(8_000), [], since).parts).toBe(1);
  });

  it('is used in all of its parts alike', async () => {
    const buckets = memoryBuckets();
    const asked = new Map<number, number>();
    const debit: DebitTokens = (...call) => {
      asked.set(call[6].part, (asked.get(call[6].part) ?? 0) + 1);
      return buckets.debit(...call);
    };
    const environments = Array.from({ length: 50 }, () => new RateLimiter(stage, debit, exact));
    for (let call = 0; call < 20_000; call += 1) {
      const at = since + day + call / 5;
      await environments[call % 50]?.admit('p', 'commands', at, terms).granted;
    }
    const counts = Array.from(asked.values());
    expect(counts).toHaveLength(8);
    expect(Math.max(...counts)).toBeLessThan(1.5 * Math.min(...counts));
  });

  it('admits exactly its burst in all parts when all calls come at once', async () => {
    const buckets = memoryBuckets();
    const environments = Array.from({ length: 20 }, () => new RateLimiter(stage, buckets.debit, exact));
    const calls = Array.from({ length: 9_000 }, (_, call) => environments[call % 20]);
    let admitted = 0;
    for (const limiter of calls) {
      if (limiter !== undefined && (await isAdmitted(limiter.admit('p', 'commands', since + day, terms))))
        admitted += 1;
    }
    expect(admitted).toBeLessThanOrEqual(own.burst);
    // Times are rounded in each part.
    expect(admitted).toBeGreaterThanOrEqual(own.burst - 8);
  });

  it('never admits more than burst and rate, in any period, whatever counts as many', async () => {
    const wave = fc.record({
      pause: fc.nat(900),
      calls: fc.integer({ min: 1, max: 60 }),
      counts: fc.constantFrom(1, 1, 20, 500),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(wave, { minLength: 10, maxLength: 40 }),
        fc.constantFrom(-2_000, day),
        async (waves, from) => {
          const buckets = memoryBuckets();
          const environments = [0, 1, 2, 3].map(() => new RateLimiter(stage, buckets.debit, exact));
          const admitted: { readonly at: number; readonly calls: number }[] = [];
          let at = since + from;
          for (const { pause, calls, counts } of waves) {
            at += pause;
            for (let call = 0; call < calls; call += 1) {
              const limiter = environments[call % 4];
              if (limiter === undefined) continue;
              if (await isAdmitted(limiter.admit('p', 'delivery_reports', at, terms, counts)))
                admitted.push({ at, calls: counts });
            }
          }
          // The most by which the calls since an earlier one exceed the rate.
          let [sum, least, excess] = [0, Infinity, 0];
          for (const { at: time, calls } of admitted) {
            const byRate = (own.rate * (time - since)) / 1_000;
            least = Math.min(least, sum - byRate);
            sum += calls;
            excess = Math.max(excess, sum - byRate - least);
          }
          // A lease carries its tokens over for a second.
          expect(excess).toBeLessThanOrEqual(own.burst + own.rate + 1e-6);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('is empty when a new size takes effect, because it may have been used before', async () => {
    const limiter = new RateLimiter(stage, memoryBuckets().debit, exact);
    let before = 0;
    while (await isAdmitted(limiter.admit('p', 'commands', since - 1, terms))) before += 1;
    expect(before).toBeGreaterThanOrEqual(own.burst - 1);
    expect(await isAdmitted(limiter.admit('p', 'commands', since, terms))).toBe(false);
    let after = 0;
    while (await isAdmitted(limiter.admit('p', 'commands', since + 800, terms))) after += 1;
    expect(after).toBeLessThanOrEqual(0.8 * own.rate);
    expect(after).toBeGreaterThanOrEqual(0.8 * own.rate - 8);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RateLimiter } from '../../lambdas/api/rate-limit.ts';
import { ServiceError } from '../../lambdas/kernel/errors.ts';
import { leaseLifetime, rateLimits, type RateClass } from '../../lambdas/domain/rate.ts';
import { memoryBuckets } from '../../tools/harness/memory-bucket.ts';
import { exact, play, start, steady, type Call } from './played-calls.ts';

const limits = rateLimits(1);

/** Bursts of calls to one environment after another, with pauses between them. */
const schedule = fc
  .array(fc.record({ pause: fc.nat(1500), environment: fc.nat(7), calls: fc.integer({ min: 1, max: 150 }) }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((bursts) => {
    let at = start;
    return bursts.flatMap(({ pause, environment, calls }): Call[] => {
      at += pause;
      return Array.from({ length: calls }, () => ({ at, environment }));
    });
  });

const classes = fc.constantFrom<RateClass[]>(
  'reads',
  'commands',
  'delivery_reports',
  'webhook_validations',
  'connect_sessions',
);

describe('the calls that several environments admit', () => {
  it('are never more than the burst and the refill since the first', async () => {
    await fc.assert(
      fc.asyncProperty(classes, schedule, async (rateClass, calls) => {
        const { burst, interval } = limits[rateClass];
        const { admitted } = await play(rateClass, calls);
        for (const [index, at] of admitted.entries()) {
          expect(index + 1).toBeLessThanOrEqual(burst + (at - (admitted[0] ?? at)) / interval);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are in any period at most the burst, the refill and what leases carry over', async () => {
    await fc.assert(
      fc.asyncProperty(classes, schedule, async (rateClass, calls) => {
        const { burst, interval } = limits[rateClass];
        const { admitted } = await play(rateClass, calls);
        for (const [first, from] of admitted.entries()) {
          const last = admitted.findLastIndex((at) => at <= from + 2000);
          expect(last - first + 1).toBeLessThanOrEqual(burst + (2000 + leaseLifetime) / interval);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are all that the limit permits, when more come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 2, max: 5 }), async (count, times) => {
        const environments = Array.from({ length: count }, (_, index) => index);
        const seconds = 20;
        const { admitted } = await play('reads', steady(100 * times, seconds, environments));
        expect(admitted.length).toBeGreaterThanOrEqual(0.98 * (400 + 100 * seconds));
      }),
      { numRuns: 12 },
    );
  });

  it('are all calls while these keep within the limit, on any number of environments', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 90 }),
        fc.array(fc.nat(29), { minLength: 1, maxLength: 60 }),
        async (perSecond, environments) => {
          const { refused } = await play('reads', steady(perSecond, 20, environments));
          expect(refused).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each([1, 2, 4])('at 100 a second on %i environments take at most one write for ten', async (count) => {
    const environments = Array.from({ length: count }, (_, index) => index);
    const calls = steady(100, 30, environments);
    const { refused, writes } = await play('reads', calls);
    expect(refused).toEqual([]);
    expect(writes / calls.length).toBeLessThanOrEqual(0.1);
  });

  it('take almost no write each when one environment is flooded: an empty bucket is not asked again', async () => {
    const calls = steady(5000, 10, [0]);
    const { admitted, refused, writes } = await play('reads', calls);
    expect(admitted.length + refused.length).toBe(calls.length);
    expect(writes / calls.length).toBeLessThanOrEqual(0.05);
  });
});

describe('a partner', () => {
  it('has limits of its own, separate for each class', async () => {
    const buckets = memoryBuckets();
    const limiter = new RateLimiter(limits, buckets.debit, exact);
    const admit = (partner: string, rateClass: RateClass): Promise<void> =>
      limiter.admit(partner, rateClass, start).granted;
    for (let call = 0; call < 10; call += 1) await admit('one', 'token_reveals');
    await expect(admit('one', 'token_reveals')).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(admit('two', 'token_reveals')).resolves.toBeUndefined();
    await expect(admit('one', 'webhook_validations')).resolves.toBeUndefined();
  });

  it('that is refused gets when to retry, and is admitted then', async () => {
    await fc.assert(
      fc.asyncProperty(classes, schedule, async (rateClass, calls) => {
        const buckets = memoryBuckets();
        const limiter = new RateLimiter(limits, buckets.debit, exact);
        for (const { at } of calls) {
          const refusal = await limiter.admit('p', rateClass, at).granted.catch((error: unknown) => error);
          if (!(refusal instanceof ServiceError)) continue;
          const wait = (refusal.retryAfter ?? 0) * 1000;
          expect(wait).toBeGreaterThanOrEqual(1000);
          await expect(limiter.admit('p', rateClass, at + wait).granted).resolves.toBeUndefined();
          return;
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a call that counts as many', () => {
  it("is admitted completely or takes nothing, exactly up to the bucket's content", async () => {
    const call = fc.record({ pause: fc.nat(400), environment: fc.nat(2), counts: fc.integer({ min: 2, max: 600 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 30 }), async (calls) => {
        const buckets = memoryBuckets();
        const limiters = [0, 1, 2].map(() => new RateLimiter(limits, buckets.debit, exact));
        const { burst, interval } = limits.delivery_reports;
        let [at, tat] = [start, 0];
        for (const { pause, environment, counts } of calls) {
          at += pause;
          const next = Math.max(tat, at) + counts * interval;
          const fits = next <= at + burst * interval;
          const limiter = limiters[environment];
          const taken = await limiter?.admit('p', 'delivery_reports', at, undefined, counts).granted.then(
            () => true,
            () => false,
          );
          expect(taken).toBe(fits);
          if (fits) tat = next;
        }
      }),
    );
  });
});

describe('the rate-limit fields of a response', () => {
  const field = /^"([a-z_]+)"((?:;[a-z]+=\d{1,15})+)$/;
  const parametersOf = (
    text: string | undefined,
  ): { readonly name: string; readonly values: Record<string, number> } => {
    const [, name = '', parameters = ''] = field.exec(text ?? '') ?? [];
    const pairs = parameters.split(';').slice(1);
    return {
      name,
      values: Object.fromEntries(pairs.map((pair) => [pair.split('=')[0] ?? '', Number(pair.split('=')[1])])),
    };
  };

  it('are structured fields with the policy, what is left and the time of the refill', async () => {
    const buckets = memoryBuckets();
    const limiter = new RateLimiter(limits, buckets.debit, exact);
    const left: number[] = [];
    for (let call = 0; call < 400; call += 1) {
      const admission = limiter.admit('p', 'reads', start);
      await admission.granted;
      const { 'ratelimit-policy': policy, ratelimit } = admission.headers();
      expect(policy).toBe('"reads";q=400;w=4');
      const { name, values } = parametersOf(ratelimit);
      expect([name, values['t']]).toEqual(['reads', 1]);
      left.push(values['r'] ?? NaN);
    }
    expect(left).toEqual(Array.from({ length: 400 }, (_, index) => 399 - index));
  });

  it('of a refusal have nothing left, and the time of Retry-After', async () => {
    const limiter = new RateLimiter(limits, memoryBuckets().debit, exact);
    for (let call = 0; call < 10; call += 1) await limiter.admit('p', 'token_reveals', start).granted;
    const admission = limiter.admit('p', 'token_reveals', start + 60_000);
    await expect(admission.granted).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 300 });
    expect(admission.headers()).toEqual({
      'ratelimit-policy': '"token_reveals";q=10;w=3600',
      ratelimit: '"token_reveals";r=0;t=300',
    });
  });
});

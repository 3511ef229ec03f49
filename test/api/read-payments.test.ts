import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readPayment, type ReadPayment } from '../../lambdas/api/read-payment.ts';
import { RateLimiter } from '../../lambdas/api/rate-limit.ts';
import { ServiceError } from '../../lambdas/kernel/errors.ts';
import { ownRateLimit, rateLimits, type OwnLimit, type RateClass } from '../../lambdas/domain/rate.ts';
import { memoryBuckets } from '../../tools/harness/memory-bucket.ts';

const start = Date.UTC(2030, 0, 1);
const terms = { limits: {}, sizes: [] };

interface Partner {
  now: number;
  /** Admits a call. @throws ServiceError rate_limited */
  readonly begin: (mayStop: boolean) => Promise<ReadPayment>;
}

/** A partner that calls one environment, with the stage's limits or its own. */
const partnerWith = (rateClass: RateClass, own?: OwnLimit): Partner => {
  const limits = { ...rateLimits(1), ...(own !== undefined && { [rateClass]: ownRateLimit(own) }) };
  const limiter = new RateLimiter(limits, memoryBuckets().debit, { environments: Infinity, random: () => 0 });
  const partner: Partner = {
    now: start,
    begin: async (mayStop) => {
      await limiter.admit('p', rateClass, partner.now, terms).granted;
      return readPayment(
        rateClass,
        1,
        mayStop,
        (calls, isOver) => limiter.charge('p', rateClass, partner.now, terms, calls, isOver),
        unexpected,
      );
    },
  };
  return partner;
};

const unexpected = (error: unknown): never => {
  throw error;
};

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ServiceError ? error.code : error),
  );

/** A call that reads so many units at a time. @returns the units that it read */
const reads = async (partner: Partner, steps: readonly number[]): Promise<number> => {
  let read = 0;
  const payment = await partner.begin(true).catch(() => null);
  for (const units of payment === null ? [] : steps) {
    if ((await codeOf(payment?.before() ?? Promise.resolve())) !== null) break;
    payment?.read(units);
    read += units;
  }
  await payment?.settle();
  return read;
};

test('a call that has been carried out is not refused when it can not be paid', async () => {
  const unpaid: unknown[] = [];
  const failure = new ServiceError('temporarily_unavailable', 'the bucket does not answer');
  const payment = readPayment(
    'commands',
    1,
    false,
    () => Promise.reject(failure),
    (error) => unpaid.push(error),
  );
  payment.read(10_000);
  await payment.settle();
  expect(unpaid).toEqual([failure]);
});

describe('a query', () => {
  test('that takes 40 read units counts as one call', async () => {
    const partner = partnerWith('reads', { rate: 1, burst: 10 });
    for (let call = 0; call < 10; call += 1) expect(await reads(partner, [20, 20])).toBe(40);
    expect(await codeOf(partner.begin(true))).toBe('rate_limited');
  });

  test('that takes 200 read units counts as five calls, after a wait of the calls that follow', async () => {
    const partner = partnerWith('reads', { rate: 1, burst: 5 });
    expect(await reads(partner, [200])).toBe(200);
    expect(await codeOf(partner.begin(true))).toBe('rate_limited');
    partner.now += 1_000;
    expect(await codeOf(partner.begin(true))).toBe(null);
  });

  test('of a partner with a small limit is carried out, and paid by those that follow', async () => {
    const partner = partnerWith('reads', { rate: 1, burst: 2 });
    expect(await reads(partner, [400, 10])).toBe(410);
    partner.now += 8_000;
    expect(await codeOf(partner.begin(true))).toBe('rate_limited');
    partner.now += 2_000;
    expect(await codeOf(partner.begin(true))).toBe(null);
  });

  test('is refused before it reads more when others have emptied the bucket', async () => {
    const partner = partnerWith('reads', { rate: 1, burst: 3 });
    const [first, second] = [await partner.begin(true), await partner.begin(true)];
    first.read(500);
    await first.before();
    second.read(60);
    expect(await codeOf(second.before())).toBe('rate_limited');
  });

  test('takes no more of the table than a tenth of its quota, however much each reads', async () => {
    const call = fc.record({
      pause: fc.nat(60),
      steps: fc.array(fc.integer({ min: 1, max: 128 }), { minLength: 1, maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<RateClass>('reads', 'customer_searches'),
        fc.array(call, { minLength: 50, maxLength: 150 }),
        async (rateClass, calls) => {
          const partner = partnerWith(rateClass);
          let read = 0;
          for (const { pause, steps } of calls) {
            partner.now += pause;
            read += await reads(partner, steps);
          }
          const { burst, interval } = rateLimits(1)[rateClass];
          const full = burst * interval * 4;
          // The last call may have read a step when its token was the last.
          expect(read).toBeLessThanOrEqual(full + (partner.now - start + interval) * 4 + 40 * 128);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a command', () => {
  test('is carried out however much it reads, and later commands wait', async () => {
    const partner = partnerWith('commands', { rate: 1, burst: 2 });
    const payment = await partner.begin(false);
    payment.read(800);
    expect(await codeOf(payment.before())).toBe(null);
    await payment.settle();
    partner.now += 8_000;
    expect(await codeOf(partner.begin(false))).toBe('rate_limited');
    partner.now += 2_000;
    expect(await codeOf(partner.begin(false))).toBe(null);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rateLimits, type RateClass } from '../../lambdas/domain/rate.ts';
import { play, start, steady, type Call } from './played-calls.ts';
import { dice } from '../../tools/harness/dice.ts';

const limits = rateLimits(1);

/** Calls of a partner that each environment has few of: any number in a burst, any pause between. */
const scattered = fc
  .record({
    environments: fc.integer({ min: 2, max: 120 }),
    bursts: fc.array(fc.record({ pause: fc.nat(4_000), calls: fc.integer({ min: 1, max: 400 }) }), {
      minLength: 1,
      maxLength: 25,
    }),
    seed: fc.integer(),
  })
  .map(({ environments, bursts, seed }) => {
    let at = start;
    let next = 0;
    const calls = bursts.flatMap(({ pause, calls: count }): Call[] => {
      at += pause;
      return Array.from({ length: count }, () => ({ at, environment: (next += 7) % environments }));
    });
    return { environments, calls, seed };
  });

/** A tenth of the limits, so that bursts exceed them. */
const low = rateLimits(0.1);
const within = 20_000;

/** The most calls that were admitted within 20 s. */
const mostWithin = (admitted: readonly number[]): number => {
  let first = 0;
  let most = 0;
  for (const [last, at] of admitted.entries()) {
    while ((admitted[first] ?? at) < at - within) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
};

describe('many environments that have few calls each', () => {
  const sampled = fc.constantFrom<RateClass[]>('reads', 'delivery_reports');

  it('together admit at most twice the limit in any 20 s', async () => {
    await fc.assert(
      fc.asyncProperty(sampled, scattered, async (rateClass, { environments, calls, seed }) => {
        const { burst, interval } = low[rateClass];
        const { admitted } = await play(rateClass, calls, low, { environments, random: dice(seed) });
        expect(mostWithin(admitted)).toBeLessThanOrEqual(2 * (burst + within / interval));
      }),
      { numRuns: 60 },
    );
  });

  it('admit no command beyond the limit', async () => {
    await fc.assert(
      fc.asyncProperty(scattered, async ({ environments, calls, seed }) => {
        const { burst, interval } = low.commands;
        const { admitted } = await play('commands', calls, low, { environments, random: dice(seed) });
        for (const [index, at] of admitted.entries()) {
          expect(index + 1).toBeLessThanOrEqual(burst + (at - (admitted[0] ?? at)) / interval);
        }
      }),
      { numRuns: 30 },
    );
  });

  it.each(['reads', 'delivery_reports'] as const)(
    'write once for eight %s, and admit what is within the limit',
    async (rateClass) => {
      const environments = 200;
      const calls = steady(20, 600, [...Array(environments).keys()]);
      const { refused, writes } = await play(rateClass, calls, limits, { environments, random: dice(1) });
      expect(refused).toEqual([]);
      expect(writes / calls.length).toBeGreaterThan(0.1);
      expect(writes / calls.length).toBeLessThan(0.15);
    },
  );

  it('admit no more than the limit over a long time, after each refused once', async () => {
    const environments = 100;
    const calls = steady(60, 100, [...Array(environments).keys()]);
    const { admitted } = await play('reads', calls, low, { environments, random: dice(2) });
    const { burst, interval } = low.reads;
    const later = admitted.filter((at) => at > start + 40_000 && at <= start + 60_000);
    expect(later.length).toBeLessThanOrEqual(1.1 * (within / interval));
    expect(admitted.length).toBeLessThanOrEqual(1.3 * (burst + 100_000 / interval));
  });
});

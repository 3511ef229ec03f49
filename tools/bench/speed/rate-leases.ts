import { RateLimiter } from '../../../lambdas/api/rate-limit.ts';
import { rateLimits } from '../../../lambdas/domain/rate.ts';
import { memoryBuckets } from '../../harness/memory-bucket.ts';
import type { Section } from '../section.ts';

const seconds = 60;
const callsASecond = 100;

/** Makes calls one after another, to the environments in turn. */
const writesACall = async (environments: number): Promise<number> => {
  const { debit, writes } = memoryBuckets();
  const limiters = Array.from(
    { length: environments },
    () => new RateLimiter(rateLimits(1), debit, { environments: Infinity, random: Math.random }),
  );
  const calls = seconds * callsASecond;
  const began = Date.UTC(2026, 0, 1);
  for (let call = 0; call < calls; call += 1) {
    const now = began + (call * 1_000) / callsASecond;
    await limiters[call % environments]?.admit('partner', 'reads', now).granted;
  }
  return writes() / calls;
};

/** The writes of the rate limit for a partner who uses it fully. */
export const rateLeases: Section = {
  name: 'rate-limit',
  measure: async () => {
    const rows: [number, number][] = [];
    for (const environments of [1, 2, 5]) rows.push([environments, await writesACall(environments)]);
    return [
      {
        title: `Writes of the rate limit at ${callsASecond} reads a second, over ${seconds} s`,
        head: ['environments', 'writes a call'],
        rows,
        goals: [
          {
            row: `rate limit at ${callsASecond} calls a second`,
            unit: 'writes a call',
            ours: rows[0]?.[1] ?? Number.NaN,
            peer: { name: 'a counter', figure: 1 },
            goal: { of: 'figure', most: 0.1 },
          },
        ],
      },
    ];
  },
};

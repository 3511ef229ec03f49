import type { DebitTokens } from '../../lambdas/api/rate-limit.ts';
import { latestArrival } from '../../lambdas/domain/rate.ts';

/** The rate limit buckets in memory, with the conditional writes of `debit` one after another. */
export interface MemoryBuckets {
  readonly debit: DebitTokens;
  readonly writes: () => number;
}

export const memoryBuckets = (): MemoryBuckets => {
  const arrivals = new Map<string, number>();
  let writes = 0;
  const debit: DebitTokens = (partnerId, rateClass, limit, calls, now, guess) => {
    const name = `${partnerId} ${rateClass}`;
    const tat = arrivals.get(name) ?? 0;
    const really = tat >= now ? 'ahead' : 'idle';
    writes += really === guess ? 1 : 2;
    if (really === 'ahead' && tat > latestArrival(limit, calls, now)) return Promise.resolve({ granted: false, tat });
    const next = Math.max(tat, now) + calls * limit.interval;
    arrivals.set(name, next);
    return Promise.resolve({ granted: true, tat: next });
  };
  return { debit, writes: () => writes };
};

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
  const debit: DebitTokens = (partnerId, rateClass, limit, calls, now, guess, { part, earliest }) => {
    const name = `${partnerId} ${rateClass} ${part}`;
    if (earliest > latestArrival(limit, calls, now)) return Promise.resolve({ granted: false, tat: earliest });
    const from = Math.max(now, earliest);
    const tat = arrivals.get(name) ?? 0;
    const really = tat >= from ? 'ahead' : 'idle';
    writes += really === guess ? 1 : 2;
    if (really === 'ahead' && tat > latestArrival(limit, calls, now)) return Promise.resolve({ granted: false, tat });
    const next = Math.max(tat, from) + calls * limit.interval;
    arrivals.set(name, next);
    return Promise.resolve({ granted: true, tat: next });
  };
  return { debit, writes: () => writes };
};

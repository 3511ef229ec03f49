import { ownRateLimit, rateClasses, remainingAt, waitAt, type RateClass, type RateLimit } from '../domain/rate.ts';
import { isoOf, type Milliseconds } from '../domain/time.ts';
import type { Partner } from '../store/partners/callers.ts';
import { readArrivals } from '../store/partners/rate-buckets.ts';
import type { Table } from '../store/table/table.ts';

/** A rate limit of a partner as it is in force, and what its bucket has left. */
export interface LimitInForce {
  readonly rate_class: RateClass;
  /** Calls a second. */
  readonly rate: number;
  readonly burst: number;
  readonly set_by: 'stage' | 'operator';
  /** Calls that are free now. */
  readonly free: number;
  /** When a call is free again; null while one is. */
  readonly free_at: string | null;
}

export const limitsInForce = async (
  table: Table,
  stageLimits: Readonly<Record<RateClass, RateLimit>>,
  { partner_id: partnerId, limits }: Partner,
  now: Milliseconds,
): Promise<readonly LimitInForce[]> => {
  const arrivals = await readArrivals(table, partnerId);
  return rateClasses.map((rateClass) => {
    const own = limits[rateClass];
    const limit = own === undefined ? stageLimits[rateClass] : ownRateLimit(own);
    const tat = arrivals.get(rateClass) ?? 0;
    const wait = waitAt(limit, tat, now);
    return {
      rate_class: rateClass,
      rate: 1000 / limit.interval,
      burst: limit.burst,
      set_by: own === undefined ? ('stage' as const) : ('operator' as const),
      free: remainingAt(limit, tat, now),
      free_at: wait === 0 ? null : isoOf(now + wait),
    };
  });
};

import { rateClasses, remainingAt, waitAt, type RateClass, type RateLimit } from '../domain/rate.ts';
import { earliestArrival, limitOf } from '../domain/rate-parts.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
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

const inForce = async (
  table: Table,
  stageLimits: Readonly<Record<RateClass, RateLimit>>,
  partner: Partner,
  rateClass: RateClass,
  now: Milliseconds,
): Promise<LimitInForce> => {
  const limit = limitOf(stageLimits, rateClass, partner, now);
  const arrivals = await readArrivals(table, partner.partner_id, rateClass, limit.parts);
  const tats = arrivals.map((tat) => Math.max(tat, earliestArrival(limit, now)));
  const wait = Math.min(...tats.map((tat) => waitAt(limit.part, tat, now)));
  return {
    rate_class: rateClass,
    rate: 1000 / limit.whole.interval,
    burst: limit.whole.burst,
    set_by: partner.limits[rateClass] === undefined ? 'stage' : 'operator',
    free: tats.reduce((sum, tat) => sum + remainingAt(limit.part, tat, now), 0),
    free_at: wait === 0 ? null : isoOf(now + wait),
  };
};

export const limitsInForce = (
  table: Table,
  stageLimits: Readonly<Record<RateClass, RateLimit>>,
  partner: Partner,
  now: Milliseconds,
): Promise<readonly LimitInForce[]> =>
  Promise.all(rateClasses.map((rateClass) => inForce(table, stageLimits, partner, rateClass, now)));

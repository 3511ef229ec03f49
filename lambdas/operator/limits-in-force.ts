import { rateClasses, remainingAt, waitAt, type RateClass, type RateLimit } from '../domain/rate.ts';
import { earliestArrival, limitOf } from '../domain/rate-parts.ts';
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

/** One limit; the parts of its bucket are free side by side. */
const limitInForce = async (
  table: Table,
  stageLimits: Readonly<Record<RateClass, RateLimit>>,
  { partner_id: partnerId, limits, sizes }: Partner,
  rateClass: RateClass,
  now: Milliseconds,
): Promise<LimitInForce> => {
  const limit = limitOf(stageLimits, rateClass, { limits, sizes }, now);
  const { whole, part, parts } = limit;
  const earliest = earliestArrival(limit, now);
  const tats = (await readArrivals(table, partnerId, rateClass, parts)).map((tat) => Math.max(tat, earliest));
  const wait = Math.min(...tats.map((tat) => waitAt(part, tat, now)));
  return {
    rate_class: rateClass,
    rate: 1000 / whole.interval,
    burst: whole.burst,
    set_by: limits[rateClass] === undefined ? 'stage' : 'operator',
    free: tats.reduce((sum, tat) => sum + remainingAt(part, tat, now), 0),
    free_at: wait === 0 ? null : isoOf(now + wait),
  };
};

export const limitsInForce = (
  table: Table,
  stageLimits: Readonly<Record<RateClass, RateLimit>>,
  partner: Partner,
  now: Milliseconds,
): Promise<readonly LimitInForce[]> =>
  Promise.all(rateClasses.map((rateClass) => limitInForce(table, stageLimits, partner, rateClass, now)));

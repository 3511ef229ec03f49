import { ServiceError } from '../domain/errors.ts';
import {
  demandAfter,
  leaseAt,
  leaseLifetime,
  moreAt,
  remainingAt,
  waitAt,
  windowOf,
  type RateClass,
  type RateLimit,
} from '../domain/rate.ts';
import type { Milliseconds } from '../domain/time.ts';
import type { Ahead, Debit } from '../store/partners/rate-buckets.ts';

export type DebitTokens = (
  partnerId: string,
  rateClass: RateClass,
  limit: RateLimit,
  calls: number,
  now: Milliseconds,
  guess: Ahead,
) => Promise<Debit>;

/** Whether a call may go on, and what it is told about its limit. */
export interface Admission {
  readonly granted: Promise<void>;
  readonly headers: () => Readonly<Record<string, string>>;
}

/** What this environment holds of one partner's bucket: tokens already debited in the table, and the bucket as last seen. */
interface Holding {
  tokens: number;
  /** Tokens not used by then are forgone. */
  expires: Milliseconds;
  tat: Milliseconds;
  /** Whether the bucket was ahead of now last time although this environment had not seen it so: others use it too. */
  shared: boolean;
  demand: number;
  lastCall: Milliseconds;
  pending: Promise<void> | null;
}

const maxHoldings = 10_000;

/** Limits calls per partner and class over all environments, with one conditional write for many calls. */
export class RateLimiter {
  readonly #limits: Readonly<Record<RateClass, RateLimit>>;
  readonly #debit: DebitTokens;
  readonly #holdings = new Map<string, Holding>();

  constructor(limits: Readonly<Record<RateClass, RateLimit>>, debit: DebitTokens) {
    this.#limits = limits;
    this.#debit = debit;
  }

  admit(partnerId: string, rateClass: RateClass, now: Milliseconds): Admission {
    const limit = this.#limits[rateClass];
    const holding = this.#holdingOf(partnerId, rateClass);
    if (holding.expires <= now) holding.tokens = 0;
    holding.demand = demandAfter(holding.demand, now - holding.lastCall);
    holding.lastCall = now;
    return {
      granted: this.#take(partnerId, rateClass, holding, now),
      headers: () => rateHeaders(rateClass, limit, holding, now),
    };
  }

  #holdingOf(partnerId: string, rateClass: RateClass): Holding {
    const name = `${partnerId} ${rateClass}`;
    const known = this.#holdings.get(name);
    if (known !== undefined) return known;
    if (this.#holdings.size >= maxHoldings) this.#holdings.clear();
    const fresh: Holding = { tokens: 0, expires: 0, tat: 0, shared: false, demand: 0, lastCall: 0, pending: null };
    this.#holdings.set(name, fresh);
    return fresh;
  }

  async #take(partnerId: string, rateClass: RateClass, holding: Holding, now: Milliseconds): Promise<void> {
    while (holding.tokens === 0) {
      holding.pending ??= this.#lease(partnerId, rateClass, holding, now).finally(() => {
        holding.pending = null;
      });
      await holding.pending;
    }
    holding.tokens -= 1;
  }

  /**
   * Debits a lease, or less when there is less. The arrival time never falls, so a bucket known to be empty is not
   * asked again. @throws ServiceError rate_limited
   */
  async #lease(partnerId: string, rateClass: RateClass, holding: Holding, now: Milliseconds): Promise<void> {
    const limit = this.#limits[rateClass];
    let most = Infinity;
    while (waitAt(limit, holding.tat, now) === 0) {
      const calls = Math.min(most, leaseAt(limit, remainingAt(limit, holding.tat, now), holding.demand));
      const seen = holding.tat >= now;
      const guess = seen || holding.shared ? 'ahead' : 'idle';
      const debit = await this.#debit(partnerId, rateClass, limit, calls, now, guess);
      holding.tat = debit.tat;
      if (!seen) holding.shared = debit.tat > now + calls * limit.interval;
      if (debit.granted) {
        holding.tokens = calls;
        holding.expires = now + leaseLifetime;
        return;
      }
      most = Math.max(1, Math.floor(calls / 2));
    }
    throw rateLimited(rateClass, waitAt(limit, holding.tat, now));
  }
}

const rateLimited = (rateClass: RateClass, wait: Milliseconds): ServiceError => {
  const retryAfter = Math.max(1, Math.ceil(wait / 1000));
  return new ServiceError('rate_limited', `too many calls of the class ${rateClass}; try again in ${retryAfter} s`, {
    retryAfter,
  });
};

/**
 * Quota and window; what is left, and the seconds until there is more, which is what Retry-After says when nothing is.
 * https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-11
 */
const rateHeaders = (
  rateClass: RateClass,
  limit: RateLimit,
  holding: Holding,
  now: Milliseconds,
): Readonly<Record<string, string>> => {
  const left = remainingAt(limit, holding.tat, now) + holding.tokens;
  const more = Math.ceil(moreAt(limit, holding.tat, now) / 1000);
  return {
    'ratelimit-policy': `"${rateClass}";q=${limit.burst};w=${Math.ceil(windowOf(limit) / 1000)}`,
    ratelimit: `"${rateClass}";r=${left};t=${more}`,
  };
};

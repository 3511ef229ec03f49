import { ServiceError } from '../domain/errors.ts';
import {
  demandAfter,
  exactAfterRefusal,
  leaseAt,
  leaseLifetime,
  moreAt,
  ownRateLimit,
  remainingAt,
  sampleSize,
  undebitedCalls,
  undebitedWithin,
  waitAt,
  weighing,
  windowOf,
  type RateClass,
  type RateLimit,
  type RateLimits,
} from '../domain/rate.ts';
import { Lru } from '../domain/lru.ts';
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

/** Who takes part in the sampling, and the dice. */
export interface Sampling {
  /** The most environments that there can be; Infinity where that is not known: then every call is debited. */
  readonly environments: number;
  /** In [0, 1). */
  readonly random: () => number;
}

/** Whose calls of which class count together, and how many may come. */
interface Bucket {
  readonly partnerId: string;
  readonly rateClass: RateClass;
  readonly limit: RateLimit;
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
  /** When calls passed without a debit, the oldest first. */
  undebited: readonly Milliseconds[];
  /** Until then every call is debited. */
  exactUntil: Milliseconds;
  pending: Promise<void> | null;
}

const maxHoldings = 10_000;

const newHolding = (): Holding => ({
  ...{ tokens: 0, expires: 0, tat: 0, shared: false, demand: 0, lastCall: 0 },
  ...{ undebited: [], exactUntil: 0, pending: null },
});

/**
 * Limits calls per partner and class over all environments, with one conditional write for many calls: a lease where an
 * environment has many, a sample that pays for others where it has few.
 */
export class RateLimiter {
  readonly #limits: Readonly<Record<RateClass, RateLimit>>;
  readonly #debit: DebitTokens;
  readonly #sampling: Sampling;
  readonly #holdings = new Lru<Holding>(maxHoldings);

  constructor(limits: Readonly<Record<RateClass, RateLimit>>, debit: DebitTokens, sampling: Sampling) {
    this.#limits = limits;
    this.#debit = debit;
    this.#sampling = sampling;
  }

  /**
   * @param own limits that the partner has instead of the stage's
   * @param calls what the call counts as: admitted together or not at all
   */
  admit(partnerId: string, rateClass: RateClass, now: Milliseconds, own: RateLimits = {}, calls = 1): Admission {
    const set = own[rateClass];
    const limit = set === undefined ? this.#limits[rateClass] : ownRateLimit(set);
    const bucket = { partnerId, rateClass, limit };
    const holding = this.#holdingOf(partnerId, rateClass);
    if (holding.expires <= now) holding.tokens = 0;
    holding.demand = demandAfter(holding.demand, now - holding.lastCall);
    holding.lastCall = now;
    return {
      granted: calls === 1 ? this.#take(bucket, holding, now) : this.#takeTogether(bucket, holding, now, calls),
      headers: () => rateHeaders(rateClass, limit, holding, now),
    };
  }

  #holdingOf(partnerId: string, rateClass: RateClass): Holding {
    const name = `${partnerId} ${rateClass}`;
    const known = this.#holdings.get(name);
    if (known !== undefined) return known;
    const fresh = newHolding();
    this.#holdings.set(name, fresh);
    return fresh;
  }

  async #take(bucket: Bucket, holding: Holding, now: Milliseconds): Promise<void> {
    if (this.#isSampled(bucket, holding, now)) {
      if (this.#sampling.random() * sampleSize >= 1) {
        holding.undebited = [...holding.undebited, now];
        return;
      }
      if (await this.#sample(bucket, holding, now)) return;
    }
    while (holding.tokens === 0) {
      holding.pending ??= this.#lease(bucket, holding, now).finally(() => {
        holding.pending = null;
      });
      await holding.pending;
    }
    holding.tokens -= 1;
  }

  /** Whether the call passes without a debit unless chance makes it the sample. */
  #isSampled({ rateClass, limit }: Bucket, holding: Holding, now: Milliseconds): boolean {
    if (holding.tokens > 0 || holding.pending !== null || holding.exactUntil > now) return false;
    if (leaseAt(limit, limit.burst, holding.demand) >= sampleSize) return false;
    holding.undebited = holding.undebited.filter((at) => at >= now - undebitedWithin);
    return holding.undebited.length < undebitedCalls(rateClass, limit, this.#sampling.environments);
  }

  /** Debits for the calls that pass without; false when there is no room for them, and from then on each is debited. */
  async #sample({ partnerId, rateClass, limit }: Bucket, holding: Holding, now: Milliseconds): Promise<boolean> {
    const guess = holding.tat >= now || holding.shared ? 'ahead' : 'idle';
    const debit = await this.#debit(partnerId, rateClass, limit, sampleSize, now, guess);
    holding.tat = Math.max(holding.tat, debit.tat);
    if (!debit.granted) holding.exactUntil = now + exactAfterRefusal;
    return debit.granted;
  }

  /**
   * Debits exactly so many tokens at once, when no lease holds them. What is refused debits nothing.
   * @throws ServiceError rate_limited
   */
  async #takeTogether(bucket: Bucket, holding: Holding, now: Milliseconds, calls: number): Promise<void> {
    if (holding.tokens >= calls) {
      holding.tokens -= calls;
      return;
    }
    const { partnerId, rateClass } = bucket;
    const limit = weighing(bucket.limit, calls);
    // An idle bucket counts from now, so more than the burst is refused however long nobody called.
    const wait = (): Milliseconds => waitAt(limit, Math.max(holding.tat, now), now);
    if (wait() > 0) throw rateLimited(rateClass, wait());
    const guess = holding.tat >= now || holding.shared ? 'ahead' : 'idle';
    const debit = await this.#debit(partnerId, rateClass, limit, 1, now, guess);
    holding.tat = Math.max(holding.tat, debit.tat);
    if (!debit.granted) throw rateLimited(rateClass, wait());
  }

  /**
   * Debits a lease, or less when there is less. The arrival time never falls, so a bucket known to be empty is not
   * asked again. @throws ServiceError rate_limited
   */
  async #lease({ partnerId, rateClass, limit }: Bucket, holding: Holding, now: Milliseconds): Promise<void> {
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
    holding.exactUntil = now + exactAfterRefusal;
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

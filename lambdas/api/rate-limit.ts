import { rateLimited, type ServiceError } from '../kernel/errors.ts';
import {
  demandAfter,
  exactAfterRefusal,
  leaseAt,
  leaseLifetime,
  lending,
  remainingAt,
  sampleSize,
  undebitedCalls,
  undebitedWithin,
  waitAt,
  weighing,
  type RateClass,
  type RateLimit,
} from '../domain/rate.ts';
import { rateHeaders } from './rate-headers.ts';
import { Lru } from '../kernel/lru.ts';
import { earliestArrival, limitOf, type PartedLimit, type RateTerms } from '../domain/rate-parts.ts';
import type { Milliseconds } from '../kernel/time.ts';
import type { Ahead, BucketPart, Debit } from '../store/partners/rate-buckets.ts';

export type DebitTokens = (
  partnerId: string,
  rateClass: RateClass,
  limit: RateLimit,
  calls: number,
  now: Milliseconds,
  guess: Ahead,
  place: BucketPart,
) => Promise<Debit>;

/** Whether a call may go on, and the state of its limit. */
export interface Admission {
  readonly granted: Promise<void>;
  readonly headers: () => Readonly<Record<string, string>>;
}

/** Why a call is refused, and the state of its limit. */
export interface Refusal extends Pick<Admission, 'headers'> {
  readonly error: ServiceError;
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
  readonly limit: PartedLimit;
}

/** What this environment holds of one partner's bucket: tokens already debited in the table, and the bucket as last seen. */
interface Holding {
  tokens: number;
  /** Tokens not used by then are forgone. */
  expires: Milliseconds;
  /** Theoretical arrival times of the bucket's parts, and the part that is asked next. */
  readonly tats: Milliseconds[];
  at: number;
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

const nameOf = ({ partnerId, rateClass, limit }: Bucket): string =>
  `${partnerId} ${rateClass} ${limit.parts} ${limit.emptyUntil}`;

const maxHoldings = 10_000;

/** A partner owes at most so many times the burst of a limit. */
const mostOwed = 10;

const newHolding = (parts: number, earliest: Milliseconds, first: number): Holding => ({
  tokens: 0,
  expires: 0,
  shared: false,
  demand: 0,
  lastCall: 0,
  tats: Array<Milliseconds>(parts).fill(earliest),
  at: first,
  undebited: [],
  exactUntil: 0,
  pending: null,
});

export const noTerms: RateTerms = { limits: {}, sizes: [] };

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
   * @param calls what the call counts as: admitted together or not at all
   */
  admit(partnerId: string, rateClass: RateClass, now: Milliseconds, terms = noTerms, calls = 1): Admission {
    const limit = limitOf(this.#limits, rateClass, terms, now);
    const bucket = { partnerId, rateClass, limit };
    const holding = this.#holdingOf(bucket, now);
    if (holding.expires <= now) holding.tokens = 0;
    holding.demand = demandAfter(holding.demand, now - holding.lastCall);
    holding.lastCall = now;
    return {
      granted: calls === 1 ? this.#take(bucket, holding, now) : this.#takeTogether(bucket, holding, now, calls),
      headers: () => rateHeaders(rateClass, limit, holding, now),
    };
  }

  /**
   * The refusal that `admit` would give without asking the table, because this environment knows that the bucket is empty; null when it
   * would admit the call or ask. It costs nothing, so that it may come before the call is read.
   */
  refusal(partnerId: string, rateClass: RateClass, now: Milliseconds, terms = noTerms): Refusal | null {
    const limit = limitOf(this.#limits, rateClass, terms, now);
    const bucket = { partnerId, rateClass, limit };
    const holding = this.#holdings.get(nameOf(bucket));
    if (holding === undefined || holding.pending !== null || (holding.tokens > 0 && holding.expires > now)) return null;
    const wait = Math.min(...holding.tats.map((tat) => waitAt(limit.part, tat, now)));
    if (wait === 0 || this.#isSampled(bucket, holding, now)) return null;
    holding.exactUntil = now + exactAfterRefusal;
    return { error: tooMany(rateClass, wait), headers: () => rateHeaders(rateClass, limit, holding, now) };
  }

  /**
   * Debits tokens that a call takes beyond those that it was admitted with. A call that goes on needs one token in the bucket; one that has
   * been carried out needs none. What the bucket lacks is owed: later calls wait for it.
   * @throws ServiceError rate_limited
   */
  async charge(
    partnerId: string,
    rateClass: RateClass,
    now: Milliseconds,
    terms: RateTerms,
    calls: number,
    isOver: boolean,
  ): Promise<void> {
    const limit = limitOf(this.#limits, rateClass, terms, now);
    const bucket = { partnerId, rateClass, limit };
    const holding = this.#holdingOf(bucket, now);
    const as = lending(limit.part, calls, isOver ? mostOwed * limit.part.burst : calls - 1);
    for (const part of partsInTurn(holding)) {
      if (await this.#ask(bucket, holding, part, now, 1, as)) return;
    }
    if (isOver) return;
    holding.exactUntil = now + exactAfterRefusal;
    throw tooMany(rateClass, Math.min(...holding.tats.map((tat) => waitAt(limit.part, tat, now))));
  }

  #holdingOf(bucket: Bucket, now: Milliseconds): Holding {
    const { limit } = bucket;
    const name = nameOf(bucket);
    const known = this.#holdings.get(name);
    if (known !== undefined) return known;
    const first = limit.parts === 1 ? 0 : Math.floor(this.#sampling.random() * limit.parts);
    const fresh = newHolding(limit.parts, earliestArrival(limit, now), first);
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
    if (leaseAt(limit.whole, limit.whole.burst, holding.demand) >= sampleSize) return false;
    holding.undebited = holding.undebited.filter((at) => at >= now - undebitedWithin);
    return holding.undebited.length < undebitedCalls(rateClass, limit.whole, this.#sampling.environments);
  }

  async #ask(
    { partnerId, rateClass, limit: { part: limit, ...parted } }: Bucket,
    holding: Holding,
    part: number,
    now: Milliseconds,
    calls: number,
    as: RateLimit = limit,
  ): Promise<boolean> {
    const { tats } = holding;
    const before = tats[part] ?? 0;
    const guess = before >= now || holding.shared ? 'ahead' : 'idle';
    const place = { part, earliest: earliestArrival({ part: limit, ...parted }, now) };
    const debit = await this.#debit(partnerId, rateClass, as, calls, now, guess, place);
    tats[part] = Math.max(before, debit.tat);
    return debit.granted;
  }

  /** Debits for the calls that pass without; false when there is no room for them, and from then on each is debited. */
  async #sample(bucket: Bucket, holding: Holding, now: Milliseconds): Promise<boolean> {
    const [part = 0] = partsInTurn(holding);
    const isGranted = await this.#ask(bucket, holding, part, now, sampleSize);
    if (!isGranted) holding.exactUntil = now + exactAfterRefusal;
    return isGranted;
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
    const { rateClass, limit } = bucket;
    const weighed = weighing(limit.part, calls);
    // An idle bucket counts from now, so more than the burst is refused however long it was idle.
    const wait = (tat: Milliseconds): Milliseconds => waitAt(weighed, Math.max(tat, now), now);
    for (const part of partsInTurn(holding)) {
      if (wait(holding.tats[part] ?? 0) === 0 && (await this.#ask(bucket, holding, part, now, 1, weighed))) return;
    }
    throw tooMany(rateClass, Math.min(...holding.tats.map(wait)));
  }

  /**
   * Debits a lease, or less when there is less. The arrival time never falls, so a part known to be empty is not
   * asked again. @throws ServiceError rate_limited
   */
  async #lease(bucket: Bucket, holding: Holding, now: Milliseconds): Promise<void> {
    const { rateClass, limit } = bucket;
    for (const part of partsInTurn(holding)) {
      const calls = await this.#leasePart(bucket, holding, part, now);
      if (calls === 0) continue;
      holding.tokens = calls;
      holding.expires = now + leaseLifetime;
      return;
    }
    holding.exactUntil = now + exactAfterRefusal;
    throw tooMany(rateClass, Math.min(...holding.tats.map((tat) => waitAt(limit.part, tat, now))));
  }

  /** @returns the tokens that the part gave, 0 when it is empty */
  async #leasePart(bucket: Bucket, holding: Holding, part: number, now: Milliseconds): Promise<number> {
    const limit = bucket.limit.part;
    const tat = (): Milliseconds => holding.tats[part] ?? 0;
    for (let most = Infinity; waitAt(limit, tat(), now) === 0;) {
      const calls = Math.min(most, leaseAt(limit, remainingAt(limit, tat(), now), holding.demand));
      const seen = tat() >= now;
      const isGranted = await this.#ask(bucket, holding, part, now, calls);
      if (!seen) holding.shared = tat() > now + calls * limit.interval;
      if (isGranted) return calls;
      if (calls === 1) return 0;
      most = Math.max(1, Math.floor(calls / 2));
    }
    return 0;
  }
}

/** The parts of the bucket, each time from another one on, so that all are used alike. */
const partsInTurn = (holding: Holding): readonly number[] => {
  const { at, tats } = holding;
  holding.at = (at + 1) % tats.length;
  return tats.map((_, place) => (at + place) % tats.length);
};

const tooMany = (rateClass: RateClass, wait: Milliseconds): ServiceError =>
  rateLimited(`too many calls of the class ${rateClass}`, wait);

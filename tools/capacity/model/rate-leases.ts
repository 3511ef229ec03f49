import {
  demandAfter,
  latestArrival,
  leaseAt,
  leaseLifetime,
  remainingAt,
  waitAt,
  type RateLimit,
} from '../../../lambdas/domain/rate.ts';

/** The tokens that an environment holds of a partner's bucket. */
interface Holding {
  tokens: number;
  expires: number;
  tat: number;
  demand: number;
  lastCall: number;
}

/** Whether a call has a token. `lease`: it has one by a new lease, which is a write. */
export type Token = 'held' | 'lease' | 'refused';

/** The leases of a function's environments, with the planners of lambdas/domain/rate.ts. */
export class RateLeases {
  readonly #limit: RateLimit;
  readonly #buckets = new Map<number, number>();
  readonly #holdings = new Map<number, Holding>();
  /** More than the number of partners. */
  readonly #partners = 1_000_000;

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  take(environment: number, partner: number, now: number): Token {
    const holding = this.#holdingOf(environment * this.#partners + partner);
    if (holding.expires <= now) holding.tokens = 0;
    holding.demand = demandAfter(holding.demand, now - holding.lastCall);
    holding.lastCall = now;
    if (holding.tokens > 0) {
      holding.tokens -= 1;
      return 'held';
    }
    return this.#lease(holding, partner, now) ? 'lease' : 'refused';
  }

  #holdingOf(name: number): Holding {
    const known = this.#holdings.get(name);
    if (known !== undefined) return known;
    const fresh: Holding = { tokens: 0, expires: 0, tat: 0, demand: 0, lastCall: 0 };
    this.#holdings.set(name, fresh);
    return fresh;
  }

  #lease(holding: Holding, partner: number, now: number): boolean {
    const limit = this.#limit;
    for (let most = Infinity; waitAt(limit, holding.tat, now) === 0;) {
      const calls = Math.min(most, leaseAt(limit, remainingAt(limit, holding.tat, now), holding.demand));
      const tat = this.#buckets.get(partner) ?? 0;
      const isGranted = tat < now || tat <= latestArrival(limit, calls, now);
      holding.tat = isGranted ? Math.max(tat, now) + calls * limit.interval : tat;
      if (isGranted) {
        this.#buckets.set(partner, holding.tat);
        holding.tokens = calls - 1;
        holding.expires = now + leaseLifetime;
        return true;
      }
      most = Math.max(1, Math.floor(calls / 2));
    }
    return false;
  }
}

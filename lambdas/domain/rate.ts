import type { Milliseconds } from './time.ts';

/**
 * Rate limits by the generic cell rate algorithm: one number, the theoretical arrival time (TAT), says it all.
 * https://www.itu.int/rec/T-REC-I.371 (GCRA as a virtual scheduling algorithm)
 */
export const rateClasses = [
  'reads',
  'commands',
  'delivery_reports',
  'webhook_validations',
  'token_reveals',
  'connect_sessions',
  'customer_searches',
] as const;
export type RateClass = (typeof rateClasses)[number];

export interface RateLimit {
  /** Calls that may come at once. */
  readonly burst: number;
  /** Time in which one call is earned back, in milliseconds. */
  readonly interval: Milliseconds;
  /** The most calls an environment takes out of the store at once, to use them without asking again. */
  readonly lease: number;
}

const hour = 3_600_000;

/** A limit that the operator set for a partner. */
export interface OwnLimit {
  /** Calls a second. */
  readonly rate: number;
  readonly burst: number;
}

/** Those of a partner, by class; the stage's stand for the others. */
export type RateLimits = Readonly<Partial<Record<RateClass, OwnLimit | undefined>>>;

/** Limits that count by the hour lend one call at a time: what a lease does not use is lost. */
const leaseOf = ({ rate, burst }: OwnLimit): number => (rate < 1 ? 1 : Math.max(1, Math.floor(burst / 10)));

export const ownRateLimit = (own: OwnLimit): RateLimit => ({
  burst: own.burst,
  interval: 1000 / own.rate,
  lease: leaseOf(own),
});

/** Limits of a partner at scale 1; the local stage has ten times as much. */
export const rateLimits = (scale: number): Readonly<Record<RateClass, RateLimit>> => {
  const limit = (perSecond: number, burst: number, lease: number): RateLimit => ({
    burst: burst * scale,
    interval: 1000 / (perSecond * scale),
    lease: lease * scale,
  });
  const hourly = (calls: number): RateLimit => ({ burst: calls * scale, interval: hour / (calls * scale), lease: 1 });
  return {
    reads: limit(100, 400, 40),
    commands: limit(50, 200, 20),
    delivery_reports: limit(500, 1_000, 100),
    webhook_validations: hourly(10),
    token_reveals: hourly(10),
    connect_sessions: hourly(60),
    // A search looks at every customer of the partner.
    customer_searches: limit(10, 20, 2),
  };
};

/** A sampled call pays for so many, and one in so many is sampled. */
export const sampleSize = 8;

/** After a refusal an environment takes no sample for so long, and debits every call. */
export const exactAfterRefusal: Milliseconds = 60_000;

/** Within so long, calls that were not debited are never more than the limit itself admits. */
export const undebitedWithin: Milliseconds = 20_000;

const sampledClasses: ReadonlySet<RateClass> = new Set(['reads', 'delivery_reports']);

/** Beyond this an environment has so many calls of a partner that a lease is as cheap as a sample. */
const mostUndebited = 64;

/** What the limit admits in a stretch of time, when the bucket was full. */
const admittedWithin = (limit: RateLimit, stretch: Milliseconds): number => limit.burst + stretch / limit.interval;

/**
 * How many calls an environment may let pass in `undebitedWithin` without a debit, so that all environments together
 * let no more pass than the limit admits in that time; leases may carry debited calls over into it.
 * @param environments the most that there can be; Infinity where that is not known
 */
export const undebitedCalls = (rateClass: RateClass, limit: RateLimit, environments: number): number =>
  sampledClasses.has(rateClass)
    ? Math.min(mostUndebited, Math.floor(admittedWithin(limit, undebitedWithin - leaseLifetime) / environments))
    : 0;

/** The limit as one call sees it that counts as many: it is admitted whole or not at all. */
export const weighing = (limit: RateLimit, calls: number): RateLimit => ({
  burst: limit.burst / calls,
  interval: limit.interval * calls,
  lease: 1,
});

/** How long it takes a full bucket to fill again. */
export const windowOf = (limit: RateLimit): Milliseconds => limit.burst * limit.interval;

/** Calls still free at `now` when the theoretical arrival time is `tat`. */
export const remainingAt = (limit: RateLimit, tat: Milliseconds, now: Milliseconds): number =>
  Math.max(0, Math.floor((windowOf(limit) - Math.max(0, tat - now)) / limit.interval));

/** How long leased calls may be used; then they are forgone, so that no environment saves up a burst of its own. */
export const leaseLifetime: Milliseconds = 1_000;

/**
 * How many calls an environment may expect within the lifetime of a lease, at a call: each call counts for one and fades.
 * @param before the demand at the call before, `elapsed` milliseconds ago
 */
export const demandAfter = (before: number, elapsed: Milliseconds): number =>
  1 + before * Math.exp(-Math.max(0, elapsed) / leaseLifetime);

/** A lease leaves three times as much as it takes, so that none takes the last calls and leaves them unused. */
const shareOfRemaining = 4;

/** How many calls to take at once: what is likely to be used, and less near empty. */
export const leaseAt = (limit: RateLimit, remaining: number, demand: number): number =>
  Math.max(1, Math.floor(Math.min(limit.lease, 0.8 * demand, remaining / shareOfRemaining)));

/** The latest theoretical arrival time at which `calls` may still be taken. */
export const latestArrival = (limit: RateLimit, calls: number, now: Milliseconds): Milliseconds =>
  now + windowOf(limit) - calls * limit.interval * (calls === 1 ? 1 : shareOfRemaining);

/** Time until a call is free, in milliseconds; 0 when one is. */
export const waitAt = (limit: RateLimit, tat: Milliseconds, now: Milliseconds): Milliseconds =>
  Math.max(0, tat + limit.interval - windowOf(limit) - now);

/** Time until one call more is free than now, in milliseconds; 0 when all are. */
export const moreAt = (limit: RateLimit, tat: Milliseconds, now: Milliseconds): Milliseconds => {
  const remaining = remainingAt(limit, tat, now);
  if (remaining >= limit.burst) return 0;
  return Math.max(0, tat + (remaining + 1) * limit.interval - windowOf(limit) - now);
};

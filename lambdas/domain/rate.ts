import { type Milliseconds, hour, day } from '../kernel/time.ts';

/**
 * Rate limits by the generic cell rate algorithm, whose only state is the theoretical arrival time (TAT).
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
  'invitations',
] as const;
export type RateClass = (typeof rateClasses)[number];

export interface RateLimit {
  /** The calls that may come at once. */
  readonly burst: number;
  /** The time in which one token is added. */
  readonly interval: Milliseconds;
  /** The most tokens that an environment takes from the bucket at once, as a lease. */
  readonly lease: number;
}

/** A limit that the operator set for a partner. */
export interface OwnLimit {
  /** Calls a second. */
  readonly rate: number;
  readonly burst: number;
}

/** A partner's own limits, by class. The stage's apply to the other classes. */
export type RateLimits = Readonly<Partial<Record<RateClass, OwnLimit | undefined>>>;

/** Hourly and daily limits have leases of one token, because unused tokens of a lease are lost. */
const leaseOf = ({ rate, burst }: OwnLimit): number => (rate < 1 ? 1 : Math.max(1, Math.floor(burst / 10)));

export const ownRateLimit = (own: OwnLimit): RateLimit => ({
  burst: own.burst,
  interval: 1000 / own.rate,
  lease: leaseOf(own),
});

/** The default limits of a partner at scale 1. The local stage has scale 10. */
export const rateLimits = (scale: number): Readonly<Record<RateClass, RateLimit>> => {
  const limit = (perSecond: number, burst: number, lease: number): RateLimit => ({
    burst: burst * scale,
    interval: 1000 / (perSecond * scale),
    lease: lease * scale,
  });
  const within = (span: Milliseconds, calls: number): RateLimit => ({
    burst: calls * scale,
    interval: span / (calls * scale),
    lease: 1,
  });
  return {
    reads: limit(100, 400, 40),
    commands: limit(50, 200, 20),
    delivery_reports: limit(500, 1_000, 100),
    webhook_validations: within(hour, 10),
    token_reveals: within(hour, 10),
    connect_sessions: within(hour, 60),
    // A search looks at every customer, or every instance, of the partner.
    customer_searches: limit(10, 20, 2),
    // Each sends a mail, of which a whole stage may have 50 a day.
    invitations: within(day, 20),
  };
};

/** The limit of the mails to one address at a scale, whoever invites. */
export const addressLimit = (scale: number): RateLimit => ({ burst: scale, interval: 600_000 / scale, lease: 1 });

/**
 * Read units a second that one partner's calls of a class may take: a tenth of what a table takes by default.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html#default-limits-throughput
 */
const mostReadUnits = 40_000 / 10;

/** The read units that a call of the class may take. A call that takes more counts as several. */
export const readUnitsOf = (rateClass: RateClass): number => (mostReadUnits * rateLimits(1)[rateClass].interval) / 1000;

/** One call in this many is sampled, and a sampled call debits this many tokens. */
export const sampleSize = 8;

/** For this time after a refusal, an environment debits every call instead of sampling. */
export const exactAfterRefusal: Milliseconds = 60_000;

/** In any span of this length, at most as many calls pass without a debit as the limit itself admits. */
export const undebitedWithin: Milliseconds = 20_000;

const sampledClasses: ReadonlySet<RateClass> = new Set(['reads', 'delivery_reports']);

/** With more calls of a partner in an environment, a lease costs no more than samples. */
const mostUndebited = 64;

/** The number of calls that the limit admits in a span of time, beginning with a full bucket. */
const admittedWithin = (limit: RateLimit, stretch: Milliseconds): number => limit.burst + stretch / limit.interval;

/**
 * How many calls an environment may admit without a debit in `undebitedWithin`, so that all environments together admit no
 * more than the limit does in that time. Tokens of leases that were debited earlier may be used in addition.
 * @param environments the maximum number; Infinity when it is not known
 */
export const undebitedCalls = (rateClass: RateClass, limit: RateLimit, environments: number): number =>
  sampledClasses.has(rateClass)
    ? Math.min(mostUndebited, Math.floor(admittedWithin(limit, undebitedWithin - leaseLifetime) / environments))
    : 0;

/** The limit for a request that counts as `calls` calls. It is admitted completely or not at all. */
export const weighing = (limit: RateLimit, calls: number): RateLimit => ({
  burst: limit.burst / calls,
  interval: limit.interval * calls,
  lease: 1,
});

/** The limit for `calls` calls after the bucket is empty: so many more than its content may be taken. */
export const lending = (limit: RateLimit, calls: number, beyond: number): RateLimit => ({
  ...weighing(limit, calls),
  burst: (limit.burst + beyond) / calls,
});

/** The time in which an empty bucket becomes full. */
export const windowOf = (limit: RateLimit): Milliseconds => limit.burst * limit.interval;

/** The tokens that remain at `now` when the theoretical arrival time is `tat`. */
export const remainingAt = (limit: RateLimit, tat: Milliseconds, now: Milliseconds): number =>
  Math.max(0, Math.floor((windowOf(limit) - Math.max(0, tat - now)) / limit.interval));

/** How long the tokens of a lease can be used. They expire so that an environment can't accumulate a burst. */
export const leaseLifetime: Milliseconds = 1_000;

/**
 * The expected number of calls of an environment within the lifetime of a lease: an exponentially weighted count of calls.
 * @param before the value at the previous call, `elapsed` milliseconds ago
 */
export const demandAfter = (before: number, elapsed: Milliseconds): number =>
  1 + before * Math.exp(-Math.max(0, elapsed) / leaseLifetime);

/** A lease takes at most a quarter of the remaining tokens, so that the last tokens are not taken and left unused. */
const shareOfRemaining = 4;

/** The number of tokens of a lease: as many as are likely to be used, and fewer when few remain. */
export const leaseAt = (limit: RateLimit, remaining: number, demand: number): number =>
  Math.max(1, Math.floor(Math.min(limit.lease, 0.8 * demand, remaining / shareOfRemaining)));

/** The latest theoretical arrival time at which `calls` tokens can be taken. */
export const latestArrival = (limit: RateLimit, calls: number, now: Milliseconds): Milliseconds =>
  now + windowOf(limit) - calls * limit.interval * (calls === 1 ? 1 : shareOfRemaining);

/** The time until a token is available; 0 when one is. */
export const waitAt = (limit: RateLimit, tat: Milliseconds, now: Milliseconds): Milliseconds =>
  Math.max(0, tat + limit.interval - windowOf(limit) - now);

/** The time until one more token is available than now; 0 when the bucket is full. */
export const moreAt = (limit: RateLimit, tat: Milliseconds, now: Milliseconds): Milliseconds => {
  const remaining = remainingAt(limit, tat, now);
  if (remaining >= limit.burst) return 0;
  return Math.max(0, tat + (remaining + 1) * limit.interval - windowOf(limit) - now);
};

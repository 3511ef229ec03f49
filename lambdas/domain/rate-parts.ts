import { ownRateLimit, windowOf, type RateClass, type RateLimit, type RateLimits } from './rate.ts';
import { sizeAt, type Sizes } from './size.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';

/** A limit as its buckets have it: one, or equal parts of it. */
export interface PartedLimit {
  readonly whole: RateLimit;
  readonly parts: number;
  /** Of each part. */
  readonly part: RateLimit;
  /** The buckets are empty until then and fill afterwards, because the ones before them may have been used up. */
  readonly emptyUntil: Milliseconds;
}

const partsOfLarge = 8;
/** A part admits the largest call that counts as many. Below that one item is no bound. */
const leastBurst = 1_000;

const partOf = (limit: RateLimit, parts: number): RateLimit => ({
  burst: limit.burst / parts,
  interval: limit.interval * parts,
  lease: Math.max(1, Math.floor(limit.lease / parts)),
});

/**
 * A partner's limit at a time. One partition takes 1,000 writes a second, so that the bucket of a large partner's high limit
 * is spread over items. Parts together never admit more than the whole.
 */
export const partedLimit = (whole: RateLimit, sizes: Sizes, now: Milliseconds): PartedLimit => {
  const isHigh = whole.burst >= partsOfLarge * leastBurst;
  const parts = isHigh && sizeAt(sizes, now) === 'large' ? partsOfLarge : 1;
  const changed = isHigh ? sizes.findLast(({ since }) => since <= isoOf(now)) : undefined;
  const emptyUntil = changed === undefined ? 0 : Date.parse(changed.since);
  return { whole, parts, part: partOf(whole, parts), emptyUntil };
};

/** What the operator set for a partner. */
export interface RateTerms {
  readonly limits: RateLimits;
  readonly sizes: Sizes;
}

/** The limit of a partner: its own, or the stage's. */
export const limitOf = (
  stage: Readonly<Record<RateClass, RateLimit>>,
  rateClass: RateClass,
  { limits, sizes }: RateTerms,
  now: Milliseconds,
): PartedLimit => {
  const own = limits[rateClass];
  return partedLimit(own === undefined ? stage[rateClass] : ownRateLimit(own), sizes, now);
};

/** The earliest theoretical arrival time that a bucket can have. */
export const earliestArrival = ({ whole, emptyUntil }: PartedLimit, now: Milliseconds): Milliseconds =>
  emptyUntil + windowOf(whole) > now ? emptyUntil + windowOf(whole) : 0;

import { moreAt, remainingAt, windowOf, type RateClass } from '../domain/rate.ts';
import type { PartedLimit } from '../domain/rate-parts.ts';
import type { Milliseconds } from '../kernel/time.ts';

/** What an environment knows of a bucket. */
interface Known {
  readonly tats: readonly Milliseconds[];
  readonly tokens: number;
}

/**
 * Quota and window; what is left, and the seconds until there is more, which is what Retry-After says when nothing is.
 * https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-11
 */
export const rateHeaders = (
  rateClass: RateClass,
  { whole, part }: PartedLimit,
  { tats, tokens }: Known,
  now: Milliseconds,
): Readonly<Record<string, string>> => {
  const left = tats.reduce((sum, tat) => sum + remainingAt(part, tat, now), tokens);
  const more = Math.ceil(Math.min(...tats.map((tat) => moreAt(part, tat, now))) / 1000);
  return {
    'ratelimit-policy': `"${rateClass}";q=${whole.burst};w=${Math.ceil(windowOf(whole) / 1000)}`,
    ratelimit: `"${rateClass}";r=${left};t=${more}`,
  };
};

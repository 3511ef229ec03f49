import { day, type Milliseconds, second, minute, hour } from '../../kernel/time.ts';

/** The retry policy of events. Durations are divided by the stage's divisor: 1, or 1,000 with `--fast-retries`. */

/** The waits after the first, second and further failed attempts. The attempt after the last wait is the last one. */
export const retryGaps: readonly Milliseconds[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
/** The jitter of each wait, as a fraction of it in both directions, so that events that failed together are not retried together. */
export const jitter = 0.2;
export const longestRetryAfter: Milliseconds = day;
/** Until the third attempt: an endpoint that is down for minutes must not hold an event back for a day. */
export const longestEarlyRetryAfter: Milliseconds = hour;
const earlyAttempts = 2;

export type AttemptOutcome =
  | { readonly kind: 'response'; readonly status: number; readonly retryAfter: string | undefined }
  | { readonly kind: 'failed' };

export type DeliveryDecision =
  | { readonly kind: 'done' }
  | { readonly kind: 'again'; readonly at: Milliseconds }
  | { readonly kind: 'give_up' }
  /** The endpoint answered 410 Gone. */
  | { readonly kind: 'disable' };

export interface Attempt {
  /** 1 for the first. */
  readonly number: number;
  readonly outcome: AttemptOutcome;
  /** When the attempt ended. */
  readonly now: Milliseconds;
  /** In [0, 1). */
  readonly random: number;
  readonly divisor: number;
  /** No attempt is made after this time; null: the gaps alone decide. */
  readonly until: Milliseconds | null;
}

export const isDelivered = (outcome: AttemptOutcome): boolean =>
  outcome.kind === 'response' && outcome.status >= 200 && outcome.status <= 299;

export const isGone = (outcome: AttemptOutcome): boolean => outcome.kind === 'response' && outcome.status === 410;

export const decideAfter = ({ number, outcome, now, random, divisor, until }: Attempt): DeliveryDecision => {
  if (isDelivered(outcome)) return { kind: 'done' };
  if (isGone(outcome)) return { kind: 'disable' };
  const gap = retryGaps[number - 1];
  if (gap === undefined) return { kind: 'give_up' };
  const scheduled = gap * (1 - jitter + 2 * jitter * random);
  const longest = number <= earlyAttempts ? longestEarlyRetryAfter : longestRetryAfter;
  const asked = outcome.kind === 'response' ? retryAfterOf(outcome.retryAfter, now, longest) : 0;
  const at = now + Math.round(Math.max(scheduled, asked) / divisor);
  return until !== null && at > until ? { kind: 'give_up' } : { kind: 'again', at };
};

/** The wait that a `Retry-After` header requests, at most `longest`; 0 when it is absent, in the past or invalid. */
export const retryAfterOf = (
  header: string | undefined,
  now: Milliseconds,
  longest = longestRetryAfter,
): Milliseconds => {
  const text = header?.trim() ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * second : httpDate(text) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(0, wait), longest);
};

/** The three forms of an HTTP date (https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7); NaN for anything else. */
const httpDate = (text: string): Milliseconds => {
  if (/^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -](?:\d{4}|\d\d) \d\d:\d\d:\d\d GMT$/.test(text))
    return Date.parse(text);
  // asctime() has no zone and means UTC. Date.parse would use the local time zone.
  if (/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text)) return Date.parse(`${text} GMT`);
  return NaN;
};

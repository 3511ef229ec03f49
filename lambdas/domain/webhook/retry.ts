import { day, type Milliseconds } from '../time.ts';

/** What becomes of an event after an attempt to deliver it. Durations divide by the stage's divisor: 1, or 1,000 with `--fast-retries`. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits after the 1st, 2nd … failed attempt; the attempt after the last of them is the last. */
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
/** Each gap is drawn from ± this part of itself, so that events which failed together do not come back together. */
export const jitter = 0.2;
export const longestRetryAfter: Milliseconds = day;

export type AttemptOutcome =
  | { readonly kind: 'response'; readonly status: number; readonly retryAfter: string | undefined }
  | { readonly kind: 'failed' };

export type DeliveryDecision =
  | { readonly kind: 'done' }
  | { readonly kind: 'again'; readonly at: Milliseconds }
  | { readonly kind: 'give_up' }
  /** The endpoint said that it is gone for good (410). */
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
}

export const isDelivered = (outcome: AttemptOutcome): boolean =>
  outcome.kind === 'response' && outcome.status >= 200 && outcome.status <= 299;

export const isGone = (outcome: AttemptOutcome): boolean => outcome.kind === 'response' && outcome.status === 410;

export const decideAfter = ({ number, outcome, now, random, divisor }: Attempt): DeliveryDecision => {
  if (isDelivered(outcome)) return { kind: 'done' };
  if (isGone(outcome)) return { kind: 'disable' };
  const gap = retryGaps[number - 1];
  if (gap === undefined) return { kind: 'give_up' };
  const scheduled = gap * (1 - jitter + 2 * jitter * random);
  const asked = outcome.kind === 'response' ? retryAfterOf(outcome.retryAfter, now) : 0;
  return { kind: 'again', at: now + Math.round(Math.max(scheduled, asked) / divisor) };
};

/** How long a `Retry-After` header asks to wait, at most 24 h; 0 when it is absent, past or not understood. */
export const retryAfterOf = (header: string | undefined, now: Milliseconds): Milliseconds => {
  const text = header?.trim() ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * second : httpDate(text) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(0, wait), longestRetryAfter);
};

/** The three forms of an HTTP date (https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7); NaN for anything else. */
const httpDate = (text: string): Milliseconds => {
  if (/^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -](?:\d{4}|\d\d) \d\d:\d\d:\d\d GMT$/.test(text))
    return Date.parse(text);
  // asctime() names no zone and means UTC, where Date.parse would take the machine's.
  if (/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text)) return Date.parse(`${text} GMT`);
  return NaN;
};

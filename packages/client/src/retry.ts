/** The retry policy: which calls are repeated, and when. */
import { Refusal, type ConnectionLost } from './refusal.ts';

export interface RetryPolicy {
  /** The most attempts of a call. */
  readonly attempts: number;
  /** About the milliseconds before the second attempt; doubled before each later one. */
  readonly firstWait: number;
  /** The longest wait. When an answer asks for a longer one, the call is not repeated. */
  readonly longestWait: number;
}

export const defaultPolicy: RetryPolicy = { attempts: 6, firstWait: 200, longestWait: 60_000 };

/** Milliseconds that `Retry-After` asks for, in seconds or as a date (RFC 9110); null for none. */
export const retryAfterOf = (header: string | null, now: number): number | null => {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
};

const busy: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Whether the same call may succeed later. */
export const isTransient = (status: number, code: string): boolean =>
  busy.has(status) || code === 'idempotency_in_progress';

/** Whether the call is sent again. A command that is sent once is so only when it was refused before it was carried out. */
export const comesAgain = (failed: Refusal | ConnectionLost, isSentOnce: boolean): boolean => {
  if (failed instanceof Refusal) {
    return isSentOnce ? failed.status === 429 : isTransient(failed.status, failed.code);
  }
  // The name of a host and its certificate are put right by people.
  return !isSentOnce && failed.reason !== 'address' && failed.reason !== 'certificate';
};

/** Exponential backoff with jitter over the upper half, so that callers that failed together do not retry together. */
const backoff = (policy: RetryPolicy, attempt: number, random: number): number =>
  Math.min(policy.longestWait, policy.firstWait * 2 ** (attempt - 1)) * (0.5 + random / 2);

/**
 * Milliseconds to wait before the next attempt; null: no further attempt.
 * @param attempt the one that failed, from 1
 * @param asked the wait of `Retry-After`; the result is never shorter, and up to a quarter longer
 * @param random 0 to 1
 */
export const waitAfter = (
  policy: RetryPolicy,
  attempt: number,
  asked: number | null,
  random: number,
): number | null => {
  if (attempt >= policy.attempts) return null;
  if (asked === null) return backoff(policy, attempt, random);
  return asked > policy.longestWait ? null : asked + random * Math.max(policy.firstWait, asked / 4);
};

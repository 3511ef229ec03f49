/** Which answers are worth another try, and when. */

export interface RetryPolicy {
  /** How often a call is sent at most. */
  readonly attempts: number;
  /** Milliseconds before the second attempt, about; doubled before each one after it. */
  readonly firstWait: number;
  /** The longest wait; an answer that asks for more is not waited for. */
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

/** Whether the same call may get another answer later, and may be sent again. */
export const isTransient = (status: number, code: string): boolean =>
  busy.has(status) || code === 'idempotency_in_progress';

/** Doubles, and is spread over its upper half, so that callers which failed together do not come back together. */
const backoff = (policy: RetryPolicy, attempt: number, random: number): number =>
  Math.min(policy.longestWait, policy.firstWait * 2 ** (attempt - 1)) * (0.5 + random / 2);

/**
 * Milliseconds to wait after an attempt; null: do not try again.
 * @param attempt the one that failed, from 1
 * @param asked what `Retry-After` asks for: never less, and up to a quarter more
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

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

/** The policy of a call. What one does not set is as in the next, and then the default. */
export const policyOf = (...given: readonly (Partial<RetryPolicy> | undefined)[]): RetryPolicy => {
  const chosen = (name: keyof RetryPolicy): number =>
    given.reduce<number | undefined>((value, one) => value ?? one?.[name], undefined) ?? defaultPolicy[name];
  return { attempts: chosen('attempts'), firstWait: chosen('firstWait'), longestWait: chosen('longestWait') };
};

/** Milliseconds that `Retry-After` asks for, in seconds or as a date (RFC 9110); null for none. */
export const retryAfterOf = (header: string | null, now: number): number | null => {
  const asked = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1000;
  // The forms of a date have a time of day; `Date.parse` also takes other texts.
  const wait = /\d:\d/.test(asked) ? Date.parse(asked) - now : NaN;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
};

/** The service's own, those of time-outs and early data, and Cloudflare's for an origin that it does not reach. */
const busy: ReadonlySet<number> = new Set([
  ...[408, 425, 429, 500, 502, 503, 504],
  ...[520, 521, 522, 523, 524, 525, 526, 527, 530],
]);

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
 * @param asked the wait of `Retry-After`; the result is never shorter, and up to a quarter longer. 0 asks for no wait, and the backoff stays
 * @param random 0 to 1
 */
export const waitAfter = (
  policy: RetryPolicy,
  attempt: number,
  asked: number | null,
  random: number,
): number | null => {
  if (attempt >= policy.attempts) return null;
  if (asked === null || asked === 0) return backoff(policy, attempt, random);
  return asked > policy.longestWait ? null : asked + random * Math.max(policy.firstWait, asked / 4);
};

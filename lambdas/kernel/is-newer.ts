import type { Milliseconds } from './time.ts';

/** Whether a value of `at` replaces the known one. At equal times the greater value wins, whatever comes first. */
export const isNewer = (at: Milliseconds, word: string, knownAt: Milliseconds, known: string | null): boolean =>
  at > knownAt || (at === knownAt && word > (known ?? ''));

/**
 * The latest time at which a callback is surely older than the answer. The time of a callback is in whole seconds, so a
 * callback of the second of the request may be newer.
 */
export const knownUntil = (askedAt: Milliseconds): Milliseconds => askedAt - (askedAt % 1000) - 1;

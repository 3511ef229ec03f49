import type { Milliseconds } from './time.ts';

/**
 * Whether what the platform said at `at` is newer than what is known. Of two facts of the same time the greater word
 * wins, so that the order in which they come says nothing.
 */
export const isNewer = (at: Milliseconds, word: string, knownAt: Milliseconds, known: string | null): boolean =>
  at > knownAt || (at === knownAt && word > (known ?? ''));

/**
 * Until when an answer of the platform knows everything. Callbacks tell their time in whole seconds, so one of the
 * second in which the platform was asked may well be of a moment after that.
 */
export const knownUntil = (askedAt: Milliseconds): Milliseconds => askedAt - (askedAt % 1000) - 1;

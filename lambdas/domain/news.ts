import type { Milliseconds } from './time.ts';

/**
 * Whether what the platform said at `at` is newer than what is known. Of two facts of the same time the greater word
 * wins, so that the order in which they come says nothing.
 */
export const isNews = (at: Milliseconds, word: string, knownAt: Milliseconds, known: string | null): boolean =>
  at > knownAt || (at === knownAt && word > (known ?? ''));

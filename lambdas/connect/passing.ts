import type { Milliseconds } from '../domain/time.ts';
import { PlatformError } from '../platform/errors.ts';

/** Tries of one step before the session fails. */
export const mostAttempts = 5;

const firstPause: Milliseconds = 15_000;

export type PassingError = PlatformError & { readonly kind: 'transient' | 'throttled' };

/** Whether the same call may succeed later. */
export const isPassing = (error: unknown): error is PassingError =>
  error instanceof PlatformError && (error.kind === 'transient' || error.kind === 'throttled');

/** How long to wait before the next try; the platform says it when it throttles. */
export const pauseAfter = (error: PassingError, attempts: number): Milliseconds =>
  Math.max((error.retryAfter ?? 0) * 1_000, firstPause * 2 ** attempts);

import type { Milliseconds } from '../domain/time.ts';
import { retryPause } from '../domain/work.ts';
import { PlatformError, type PlatformErrorKind } from '../platform/errors.ts';

export type TransientError = PlatformError & { readonly kind: 'transient' | 'throttled' | 'out_of_time' };

const transient: ReadonlySet<PlatformErrorKind> = new Set<PlatformErrorKind>(['transient', 'throttled', 'out_of_time']);

/** Whether the same call may succeed later. */
export const isTransient = (error: unknown): error is TransientError =>
  error instanceof PlatformError && transient.has(error.kind);

/** The pause before the next try: none after a timeout, and at least what the platform asks for when it throttles. */
export const pauseAfter = (error: TransientError, attempts: number): Milliseconds =>
  error.kind === 'out_of_time' ? 0 : Math.max((error.retryAfter ?? 0) * 1_000, retryPause('connection', attempts + 1));

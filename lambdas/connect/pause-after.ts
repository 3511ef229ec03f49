import type { Milliseconds } from '../kernel/time.ts';
import { retryPause } from '../kernel/work.ts';
import type { PlatformError } from '../platform/errors.ts';

/** The pause before the next try: none after a timeout, and at least what the platform asks for when it throttles. */
export const pauseAfter = (error: PlatformError, attempts: number): Milliseconds =>
  error.kind === 'out_of_time' ? 0 : Math.max((error.retryAfter ?? 0) * 1_000, retryPause('connection', attempts + 1));

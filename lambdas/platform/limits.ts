import type { Milliseconds } from '../domain/time.ts';

export interface PlatformLimits {
  /** Of one exchange. On setting a callback the platform calls the partner before it answers. */
  readonly exchange: Milliseconds;
  /** Of all attempts with their waits. */
  readonly whole: Milliseconds;
  readonly attempts: number;
  /** Mean wait before the second attempt; it doubles from there. */
  readonly backoff: Milliseconds;
}

export const platformLimits: PlatformLimits = { exchange: 15_000, whole: 24_000, attempts: 3, backoff: 250 };

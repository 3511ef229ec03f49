import type { Milliseconds } from '../kernel/time.ts';

export interface PlatformLimits {
  /** The limit of one exchange. When a callback is set, the platform calls the endpoint before it answers. */
  readonly exchange: Milliseconds;
  /** The limit of all attempts and waits. */
  readonly whole: Milliseconds;
  readonly attempts: number;
  /** The mean wait before the second attempt. It doubles with each attempt. */
  readonly backoff: Milliseconds;
}

export const platformLimits: PlatformLimits = { exchange: 15_000, whole: 24_000, attempts: 3, backoff: 250 };

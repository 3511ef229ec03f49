import type { Milliseconds } from './time.ts';

/** The time limits of one invocation. */
export interface Deadline {
  /** Calls to the platform and to endpoints end here. The rest is for the commit and the response. */
  readonly calls: Milliseconds;
  /** Aborted when the response is given or due. No call of AWS begins or is repeated afterwards. */
  readonly answer: AbortSignal;
  /** Lambda ends the invocation here. */
  readonly end: Milliseconds;
}

/** The end of a lease: at the latest that of the invocation, so a killed invocation blocks no other. */
export const leaseEnd = ({ end }: Deadline, now: Milliseconds, longest: Milliseconds): Milliseconds =>
  Math.min(now + longest, end);

import type { Milliseconds } from './time.ts';

/** The time that one invocation of a function has. */
export interface Deadline {
  /** Calls to the platform and to partners' endpoints end here. What is left is for the commit and the answer. */
  readonly calls: Milliseconds;
  /** Aborted when the answer has to be given, finished or not. Nothing is written after that. */
  readonly answer: AbortSignal;
  /** Lambda kills the function here, so that nothing it holds has a holder any more. */
  readonly end: Milliseconds;
}

/** When a lease ends that this invocation takes: with the invocation at the latest, so that a killed one blocks nobody. */
export const leaseEnd = ({ end }: Deadline, now: Milliseconds, longest: Milliseconds): Milliseconds =>
  Math.min(now + longest, end);

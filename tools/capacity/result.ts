import type { Ceiling } from './find-ceiling.ts';
import type { Measured } from './measure.ts';
import type { Target } from './targets.ts';

/** The result of one target. */
export interface Result {
  readonly target: Target;
  readonly ceiling: Ceiling;
  /** The measurement at the goal with its quotas; null without a goal. */
  readonly atGoal: Measured | null;
  /** The same with the quotas that are enough for it; null when those of the goal are. */
  readonly withEnough: Measured | null;
}

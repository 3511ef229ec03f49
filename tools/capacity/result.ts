import type { Ceiling } from './find-ceiling.ts';
import type { Measured } from './measure.ts';
import type { Target } from './targets.ts';

/** What was found of one row. */
export interface Result {
  readonly target: Target;
  readonly ceiling: Ceiling;
  /** At the goal with its quotas; null without one. */
  readonly atGoal: Measured | null;
}

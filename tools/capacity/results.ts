import type { Measured } from './measured.ts';
import type { Row } from './rows.ts';
import type { Setting } from './setting.ts';
import { findCeiling } from './simulated/find-ceiling.ts';
import { simulate, type Scenario, type Simulated } from './simulated/scenario.ts';

/** The figures of a row. */
export interface Result {
  readonly row: Row;
  /** The highest rate that is sustained, and the measurement at it. */
  readonly ceiling: number;
  readonly at: Measured;
  /** The ceiling of a computed row by simulation; null: it is not simulated. */
  readonly simulated: number | null;
  /** The measurement at the goal with its quotas; null without a goal. */
  readonly atGoal: Measured | null;
  /** The same with the quotas that are enough for it; null when those of the goal are. */
  readonly withEnough: Measured | null;
}

/** @param onRun is told of each simulated rate */
export const resultOf = (row: Row, seed: number, onRun: (rate: number) => void): Result => {
  const { by, setting, goal, least } = row;
  const run =
    (of: Scenario, at: Setting) =>
    (rate: number): Simulated => {
      onRun(rate);
      return simulate(of, at, rate, { seed, span: of.span });
    };
  const measure = (at: Setting, rate: number): Measured =>
    by.kind === 'computed' ? by.of.measure(at, rate) : run(by.of, at)(rate);
  const ceilingOf = (): Pick<Result, 'ceiling' | 'at' | 'simulated'> => {
    if (by.kind === 'simulated') {
      const { rate, at } = findCeiling(run(by.of, setting), least);
      return { ceiling: rate, at, simulated: null };
    }
    const ceiling = by.of.ceiling(setting);
    const simulated = by.check === undefined ? null : findCeiling(run(by.check, setting), ceiling / 2).rate;
    return { ceiling, at: by.of.measure(setting, ceiling), simulated };
  };
  const enough = goal?.enough;
  return {
    row,
    ...ceilingOf(),
    atGoal: goal === null ? null : measure(goal.setting, goal.rate),
    withEnough:
      goal === null || enough === undefined
        ? null
        : measure({ ...goal.setting, limits: { ...goal.setting.limits, ...enough } }, goal.rate),
  };
};

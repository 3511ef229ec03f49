import { measure, type Bench, type Load, type Measured } from './measure.ts';

export interface Ceiling {
  /** The highest rate that was sustained. */
  readonly rate: number;
  /** The measurement at that rate. */
  readonly at: Measured;
}

/** The distance between a sustained rate and one that is not, as a share. */
const precision = 0.02;

/**
 * Finds the highest rate that a scenario sustains by bisection.
 * @param guess the first rate; a close guess saves runs
 */
export const findCeiling = (
  bench: Bench,
  load: Omit<Load, 'rate'>,
  guess: number,
  onRun: (rate: number) => void,
): Ceiling => {
  const run = (rate: number): Measured => {
    onRun(rate);
    return measure(bench, { ...load, rate });
  };
  let low: Ceiling = { rate: 0, at: run(guess) };
  let high = guess;
  if (low.at.isSustained) {
    low = { ...low, rate: guess };
    for (high = guess * 1.25; ; high *= 1.5) {
      const at = run(high);
      if (!at.isSustained) break;
      low = { rate: high, at };
    }
  } else {
    for (let rate = guess * 0.8; rate > guess / 1_000; rate *= 0.7) {
      const at = run(rate);
      if (at.isSustained) {
        low = { rate, at };
        break;
      }
      high = rate;
    }
  }
  while (high - low.rate > precision * high) {
    const rate = (low.rate + high) / 2;
    const at = run(rate);
    if (at.isSustained) low = { rate, at };
    else high = rate;
  }
  return low;
};

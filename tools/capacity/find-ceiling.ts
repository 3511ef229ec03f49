import { measure, type Bench, type Load, type Measured } from './measure.ts';

export interface Ceiling {
  /** The highest rate that was sustained. */
  readonly rate: number;
  /** At that rate. */
  readonly at: Measured;
}

/** A rate that is sustained and one that is not lie so close. */
const precision = 0.02;

/**
 * Bisects the highest rate that a scenario sustains.
 * @param guess where to begin: the nearer, the fewer runs
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

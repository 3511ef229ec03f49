import type { Simulated } from './scenario.ts';

/** The distance between a sustained rate and one that is not, as a share. */
const precision = 0.02;

interface Ceiling {
  /** The highest rate that was sustained. */
  readonly rate: number;
  /** The measurement at that rate. */
  readonly at: Simulated;
}

/**
 * Finds the highest rate that is sustained by bisection.
 * @param guess the first rate, which has to be sustained
 */
export const findCeiling = (run: (rate: number) => Simulated, guess: number): Ceiling => {
  let low = { rate: guess, at: run(guess) };
  if (!low.at.isSustained) return { ...low, rate: 0 };
  let high = guess;
  do {
    high *= 1.5;
    const at = run(high);
    if (!at.isSustained) break;
    low = { rate: high, at };
  } while (high < 1e6);
  while (high - low.rate > precision * high) {
    const rate = (low.rate + high) / 2;
    const at = run(rate);
    if (at.isSustained) low = { rate, at };
    else high = rate;
  }
  return low;
};

import { expectedSeconds } from './durations.ts';

/** How many times longer than expected the machine may take. */
const reserve = 1.5;

/**
 * The order in which suites are run: the longest first, so that no worker ends long before the others. When the time may not be
 * enough for all, the shortest first, so that as many as possible are run.
 * @param suites with their sections: `events/pace`
 * @param secondsLeft Infinity: the run has no limit
 */
export const orderOf = (suites: readonly string[], workers: number, secondsLeft: number): readonly string[] => {
  const total = suites.reduce((sum, suite) => sum + expectedSeconds(suite), 0);
  const direction = (reserve * total) / workers <= secondsLeft ? -1 : 1;
  return suites.toSorted((left, right) => direction * (expectedSeconds(left) - expectedSeconds(right)));
};

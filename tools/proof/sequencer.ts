import type { Test } from '@jest/test-result';
import { expectedSeconds } from './durations.ts';
import { nameOf } from './suite.ts';

const secondsOf = (test: Test): number => expectedSeconds(nameOf(test.path));

/** Jest's test sequencer: the shortest suites first, so that as many as possible are run when the time is limited. */
export default class ShortestFirst {
  sort(tests: readonly Test[]): readonly Test[] {
    return tests.toSorted((left, right) => secondsOf(left) - secondsOf(right));
  }

  /** Jest calls it after each run, to keep durations. Those of `durations.ts` serve instead. */
  cacheResults(): void {}
}

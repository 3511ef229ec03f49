import type { Clock } from '../../lambdas/domain/time.ts';

/** A clock that stands still until the test moves it. */
export interface TestClock {
  readonly now: Clock;
  readonly pass: (milliseconds: number) => void;
}

export const testClock = (start = Date.UTC(2030, 0, 2, 3, 4, 5)): TestClock => {
  let time = start;
  return {
    now: () => time,
    pass: (milliseconds) => {
      time += milliseconds;
    },
  };
};

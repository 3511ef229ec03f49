import type { Clock } from '../../lambdas/kernel/time.ts';

/** A clock that only the test advances. */
export interface TestClock {
  readonly now: Clock;
  readonly pass: (milliseconds: number) => void;
}

/** In the future, so that DynamoDB Local expires nothing by the wall clock; not near the end of an hour, a day or a month. */
const wednesday = Date.UTC(2030, 0, 2, 3, 4, 5);

/** A clock that advances by a millisecond with each reading, so that later readings are later on a machine of any speed. */
export const tickingClock = (start = wednesday): Clock => {
  let time = start;
  return () => (time += 1);
};

export const testClock = (start = wednesday): TestClock => {
  let time = start;
  return {
    now: () => time,
    pass: (milliseconds) => {
      time += milliseconds;
    },
  };
};

import type { Clock } from '../../lambdas/domain/time.ts';

/** A clock that stands still until the test moves it. */
export interface TestClock {
  readonly now: Clock;
  readonly pass: (milliseconds: number) => void;
}

/** In the future, so that DynamoDB Local expires nothing by the wall clock; far from the turn of an hour, a day, a month. */
const wednesday = Date.UTC(2030, 0, 2, 3, 4, 5);

/** A clock that goes on by a millisecond whenever it is read: later readings are later, whatever the machine's speed. */
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

import { ServiceError, temporarilyUnavailable } from '../kernel/errors.ts';
import { mapLimited } from '../kernel/map-limited.ts';
import type { Clock, Milliseconds } from '../kernel/time.ts';
import type { RetryPolicy } from '../store/table/commit.ts';

/** Tasks of one batch that run at the same time. */
const concurrency = 8;
const mostTries = 3;
const firstPause: Milliseconds = 100;

/** Runs all tasks with limited concurrency. @returns those that failed */
export const failuresOf = async <T>(
  tasks: readonly T[],
  run: (task: T) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<readonly T[]> => {
  const failed: T[] = [];
  await mapLimited(tasks, concurrency, async (task) => {
    try {
      await run(task);
    } catch (error) {
      onError(error);
      failed.push(task);
    }
  });
  return failed;
};

/** Repeats a failed call until `until`. A ServiceError is not repeated: the store has already retried it. */
export const tried = async (
  { clock, retryPolicy }: { readonly clock: Clock; readonly retryPolicy: RetryPolicy },
  until: Milliseconds,
  act: () => Promise<void>,
): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    if (clock() >= until) throw temporarilyUnavailable('there is no time left in this invocation');
    try {
      await act();
      return;
    } catch (error) {
      if (tries === mostTries || error instanceof ServiceError) throw error;
    }
    await retryPolicy.sleep(firstPause * 2 ** tries * (0.5 + retryPolicy.random()));
  }
};

import { contended, persist } from '../../../lambdas/store/table/commit.ts';

/**
 * The longest pauses of the service's own `persist`, attempt by attempt. They are measured by letting it fail. The model
 * waits as long, in virtual time.
 */
export const contentionPauses = async (): Promise<readonly number[]> => {
  const pauses: number[] = [];
  const retryPolicy = {
    random: () => 1,
    sleep: (milliseconds: number) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
  };
  await persist(retryPolicy, () => Promise.reject(contended())).catch(() => undefined);
  return pauses;
};

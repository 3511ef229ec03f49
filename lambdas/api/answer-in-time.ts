import type { Deadline } from '../kernel/deadline.ts';
import { temporarilyUnavailable } from '../kernel/errors.ts';

/** The result of the work, within the deadline. @throws ServiceError temporarily_unavailable after the deadline */
export const answerInTime = <T>({ answer: signal }: Deadline, work: Promise<T>): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => {
    reject(temporarilyUnavailable('the call took too long; try again with the same Idempotency-Key'));
  };
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([work, late]).finally(() => {
    signal.removeEventListener('abort', onAbort);
  });
};

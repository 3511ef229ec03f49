import { temporarilyUnavailable } from '../../kernel/errors.ts';
import type { RetryPolicy } from './table.ts';

const rounds = 6;
const firstPause = 50;

/**
 * Sends a batch, and then what was left unprocessed, with exponential backoff.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html#Programming.Errors.BatchOperations
 * @param send returns what is left, or undefined
 * @throws ServiceError temporarily_unavailable when something is left after the last round
 */
export const untilProcessed = async <T>(
  { sleep, random }: RetryPolicy,
  batch: T,
  send: (batch: T) => Promise<T | undefined>,
): Promise<void> => {
  let left = await send(batch);
  for (let round = 1; left !== undefined; round += 1) {
    if (round === rounds) throw temporarilyUnavailable('the store is busy; try again');
    await sleep(random() * firstPause * 2 ** (round - 1));
    left = await send(left);
  }
};

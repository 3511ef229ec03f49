import { setTimeout as wait } from 'node:timers/promises';

/** Enough for any machine; work that takes longer is broken. */
const retryPolicy = 1_200;

/** Asks until the answer is the expected one; null when it never is. */
export const until = async <T>(ask: () => Promise<T>, isWanted: (found: T) => boolean): Promise<T | null> => {
  for (let tried = 0; tried < retryPolicy; tried += 1) {
    const found = await ask();
    if (isWanted(found)) return found;
    await wait(100);
  }
  return null;
};

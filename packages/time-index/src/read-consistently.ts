import type { Consistency, Repeat } from './delivery-index.ts';

/**
 * Reads until what was read agrees with itself. A try fails when it read stale data or when the index changed meanwhile, so that every
 * further one reads strongly.
 * @param first how the first try reads
 */
export const readConsistently = <T>(
  repeat: Repeat,
  first: Consistency,
  read: (consistency: Consistency) => Promise<T>,
): Promise<T> => {
  let next = first;
  return repeat(() => {
    const tried = next;
    next = 'strong';
    return read(tried);
  });
};

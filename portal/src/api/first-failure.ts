import type { UseQueryResult } from '@tanstack/react-query';

export interface FirstFailure {
  /** The first error, when a part could not be read. */
  readonly error: Error | null;
  /** Reads again what could not be read. */
  readonly again: () => void;
}

/** What failed of several queries that one page needs. */
export const firstFailure = (queries: readonly Pick<UseQueryResult, 'error' | 'refetch'>[]): FirstFailure => {
  const failed = queries.filter(({ error }) => error !== null);
  return {
    error: failed[0]?.error ?? null,
    again: () => {
      for (const query of failed) void query.refetch();
    },
  };
};

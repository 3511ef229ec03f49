import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Reads again what the page shows, because it changed. A read that is under way may have seen what was before, so it is
 * given up: by itself, TanStack Query would let a first one go on and would not repeat it.
 * https://tanstack.com/query/v5/docs/reference/QueryClient#queryclientinvalidatequeries
 */
export const readAgain = async (queries: QueryClient, filters?: QueryFilters): Promise<void> => {
  await queries.cancelQueries(filters);
  await queries.invalidateQueries(filters);
};

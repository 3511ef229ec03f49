import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { BusinessAccount } from '../../../packages/client/src/schemas.ts';
import { allItems } from './all-items.ts';
import { useClient } from './client-context.ts';

const route = 'list-partner-business-accounts';

/** The parameters of the first page, which has the most accounts that a page can have. */
export const firstAccounts = { page_size: 200 } as const;

/** All business accounts of the partner. */
export const useBusinessAccounts = (): UseQueryResult<readonly BusinessAccount[]> => {
  const client = useClient();
  return useQuery({
    queryKey: [route, 'all'],
    queryFn: ({ signal }) =>
      allItems(async (page) => {
        const parameters = page === 1 ? firstAccounts : { ...firstAccounts, page };
        return (await client.call(route, parameters, { signal })).body;
      }),
  });
};

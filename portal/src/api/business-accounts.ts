import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { BusinessAccount } from '../../../packages/client/src/schemas.ts';
import { useClient } from './client-context.ts';

const route = 'list-partner-business-accounts';

/** The parameters of the first page, which has the most accounts that a page can have. */
export const firstAccounts = { page_size: 200 } as const;

/** All business accounts of the partner. */
export const useBusinessAccounts = (): UseQueryResult<readonly BusinessAccount[]> => {
  const client = useClient();
  return useQuery({
    queryKey: [route, 'all'],
    queryFn: async ({ signal }) => {
      const accounts: BusinessAccount[] = [];
      for (let page = 1; ; page += 1) {
        const parameters = page === 1 ? firstAccounts : { ...firstAccounts, page };
        const { items, pages } = (await client.call(route, parameters, { signal })).body;
        accounts.push(...items);
        if (page >= pages) return accounts;
      }
    },
  });
};

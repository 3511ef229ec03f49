import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from './client-context.ts';
import { newestLines } from './line-names.ts';
import type { PortalClient } from './portal-client.ts';

/** So many customers are read one by one. For more, the customers of the newest lines are read first. */
const few = 4;

const newestNames = async (client: PortalClient): Promise<ReadonlyMap<string, string>> => {
  const { items } = (await client.call('search-partner-instances', newestLines)).body;
  return new Map(
    items.flatMap(({ partner_customer_id: id, customer_name: name }) => (name === null ? [] : [[id, name] as const])),
  );
};

/** What customers are called, by their ids. Customers that cannot be read are left out. */
export const useCustomerNames = (ids: readonly string[]): ReadonlyMap<string, string> => {
  const client = useClient();
  const sorted = Array.from(new Set(ids)).toSorted();
  const { data } = useQuery({
    queryKey: ['customer-names', sorted],
    enabled: sorted.length > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const known = sorted.length > few ? await newestNames(client) : new Map<string, string>();
      const read = await Promise.allSettled(
        sorted.filter((id) => !known.has(id)).map((id) => client.call('get-partner-customer', { customer_id: id })),
      );
      const others = read.flatMap((one): readonly (readonly [string, string])[] => {
        if (one.status === 'rejected') return [];
        const { customer_id: id, customer_name: name } = one.value.body.customer;
        return [[id, name]];
      });
      return [...known, ...others];
    },
  });
  return new Map(data);
};

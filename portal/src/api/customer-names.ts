import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from './client-context.ts';

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
      const read = await Promise.allSettled(
        sorted.map((id) => client.call('get-partner-customer', { customer_id: id })),
      );
      return read.flatMap((one): readonly (readonly [string, string])[] => {
        if (one.status === 'rejected') return [];
        const { customer_id: id, customer_name: name } = one.value.body.customer;
        return [[id, name]];
      });
    },
  });
  return new Map(data);
};

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Customer } from '../../../../packages/client/src/schemas.ts';
import { useClient } from '../../api/client-context.ts';
import type { PortalClient } from '../../api/portal-client.ts';

/** More would take minutes to read. */
export const mostCompared = 5_000;
const pageSize = 200;

/** Those that lists contain only when they are named, too: their rows are refused. */
const listed = [{}, { status: 'merged' }] as const;

const readList = async (
  client: PortalClient,
  query: (typeof listed)[number],
  signal: AbortSignal,
): Promise<readonly Customer[] | null> => {
  const found: Customer[] = [];
  for await (const page of client.pages('list-partner-customers', { ...query, page_size: pageSize }, { signal })) {
    if (page.total > mostCompared) return null;
    found.push(...page.items);
  }
  return found;
};

export type Customers = ReadonlyMap<string, Customer>;

/** The partner's customers by their external ids; null when there are too many to compare. */
export const useCustomers = (when: boolean): UseQueryResult<Customers | null> => {
  const client = useClient();
  return useQuery<Customers | null>({
    queryKey: ['list-partner-customers', 'all'],
    queryFn: async ({ signal }) => {
      const byId = new Map<string, Customer>();
      for (const query of listed) {
        const found = await readList(client, query, signal);
        if (found === null) return null;
        for (const customer of found) byId.set(customer.external_customer_id, customer);
      }
      return byId;
    },
    enabled: when,
    staleTime: 60_000,
  });
};

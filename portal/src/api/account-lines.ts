import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FoundInstance } from '../../../packages/client/src/schemas.ts';
import { useClient } from './client-context.ts';
import { newestLines, numberOf } from './line-names.ts';

/** A line of a business account. */
export interface AccountLine {
  readonly number: string;
  readonly customer: string | null;
}

const lineOf = (line: FoundInstance): AccountLine => ({
  number: numberOf(line),
  customer: line.customer_name,
});

/** As many lines of an account are named that is not among those of the newest lines. */
const fewLines = 5;

/** The lines of business accounts, by the accounts' ids: an account has no name of its own. */
export const useAccountLines = (ids: readonly string[]): ReadonlyMap<string, readonly AccountLine[]> => {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['account-lines', ids],
    enabled: ids.length > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const newest = (await client.call('search-partner-instances', newestLines)).body.items;
      const read = await Promise.allSettled(
        ids.map(async (id) => {
          const found = newest.filter((line) => line.platform_waba_id === id);
          if (found.length > 0) return [id, found.map(lineOf)] as const;
          const query = { platform_waba_id: id, page: 1, page_size: fewLines };
          return [id, (await client.call('search-partner-instances', query)).body.items.map(lineOf)] as const;
        }),
      );
      return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    },
  });
  return new Map(data);
};

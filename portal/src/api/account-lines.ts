import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FoundInstance } from '../../../packages/client/src/schemas.ts';
import { useClient } from './client-context.ts';
import { newestLines, numberOf } from './line-names.ts';
import type { PortalClient } from './portal-client.ts';

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
/** Accounts whose lines are read at once. */
const atOnce = 4;

/** The lines of each account. Accounts whose lines cannot be read are left out. */
export const readAccountLines = async (
  client: Pick<PortalClient, 'call'>,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly (readonly [string, readonly AccountLine[]])[]> => {
  const newest = Map.groupBy(
    (await client.call('search-partner-instances', newestLines, { signal })).body.items,
    ({ platform_waba_id: id }) => id,
  );
  const linesOf = async (id: string): Promise<readonly FoundInstance[]> => {
    const query = { platform_waba_id: id, page: 1, page_size: fewLines };
    return newest.get(id) ?? (await client.call('search-partner-instances', query, { signal })).body.items;
  };
  const read: (readonly [string, readonly AccountLine[]])[] = [];
  const left = ids.values();
  const readOn = async (): Promise<void> => {
    for (const id of left) {
      const lines = await linesOf(id).catch(() => null);
      if (lines !== null) read.push([id, lines.map(lineOf)]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readOn));
  return read;
};

/** The lines of business accounts, by the accounts' ids: an account has no name of its own. */
export const useAccountLines = (ids: readonly string[]): ReadonlyMap<string, readonly AccountLine[]> => {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['account-lines', ids],
    enabled: ids.length > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => readAccountLines(client, ids, signal),
  });
  return new Map(data);
};

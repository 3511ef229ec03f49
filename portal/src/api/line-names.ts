import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from './client-context.ts';

interface LineName {
  /** The number, or the partner's key before there is one. */
  readonly name: string;
  readonly label: string | null;
}

export interface LineNames {
  /** By the lines' ids. Lines that can not be read are left out. */
  readonly names: ReadonlyMap<string, LineName>;
  /** Whether no name is there yet: a list that shows names would move when they come. */
  readonly isLoading: boolean;
}

/** What lines are called. The names of other lines stay until those that are asked for are there. */
export const useLineNames = (ids: readonly string[]): LineNames => {
  const client = useClient();
  const sorted = Array.from(new Set(ids)).toSorted();
  const { data, isLoading } = useQuery({
    queryKey: ['line-names', sorted],
    enabled: sorted.length > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const read = await Promise.allSettled(
        sorted.map(async (id) => (await client.call('get-partner-instance', { instance_id: id })).body.instance),
      );
      return read.flatMap((one): readonly (readonly [string, LineName])[] =>
        one.status === 'rejected'
          ? []
          : [
              [
                one.value.id,
                {
                  name: one.value.display_phone_number ?? one.value.instance_key,
                  label: one.value.instance_name,
                },
              ],
            ],
      );
    },
  });
  return { names: new Map(data), isLoading };
};

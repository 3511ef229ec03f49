import { useQuery } from '@tanstack/react-query';
import { useClient } from './client-context.ts';

export interface LineName {
  /** The number, or the partner's key before there is one. */
  readonly name: string;
  readonly label: string | null;
}

/** What lines are called, by their ids. Lines that can not be read are left out. */
export const useLineNames = (ids: readonly string[]): ReadonlyMap<string, LineName> => {
  const client = useClient();
  const sorted = Array.from(new Set(ids)).toSorted();
  const { data } = useQuery({
    queryKey: ['line-names', sorted],
    enabled: sorted.length > 0,
    staleTime: Infinity,
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
  return new Map(data);
};

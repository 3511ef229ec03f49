import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { RouteName, Routes } from '../../../packages/client/src/routes.ts';
import { useClient } from './client-context.ts';
import { pollAfter } from './polling.ts';

type Body<Name extends RouteName> = Routes[Name]['response'];

export interface ReadOptions<Name extends RouteName> {
  /** Whether to read at all. Default: yes. */
  readonly when?: boolean;
  /** Keeps the last answer while another page of the same list is read. */
  readonly keep?: boolean;
  /** Reads again, ever more slowly, while this holds of the answer and somebody looks. */
  readonly while?: (body: Body<Name>) => boolean;
  /** Reads again after so many milliseconds. */
  readonly every?: number;
}

/** Reads by a route. A hidden page does not poll. */
export const useRead = <Name extends RouteName>(
  route: Name,
  parameters: Routes[Name]['parameters'],
  { when = true, keep = false, while: goesOn, every }: ReadOptions<Name> = {},
): UseQueryResult<Body<Name>> => {
  const client = useClient();
  return useQuery<Body<Name>>({
    queryKey: [route, parameters],
    queryFn: async ({ signal }) => (await client.call(route, parameters, { signal })).body,
    enabled: when,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    refetchInterval: ({ state }) => {
      if (every !== undefined) return every;
      return goesOn !== undefined && state.data !== undefined && goesOn(state.data)
        ? pollAfter(state.dataUpdateCount - 1)
        : false;
    },
  });
};

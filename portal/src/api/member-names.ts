import { useMemo } from 'react';
import { useRead } from './use-read.ts';

/** The addresses of the team's members by their ids, as far as they are known. */
export const useMemberNames = (): ReadonlyMap<string, string> => {
  const { data } = useRead('list-partner-members', { page_size: 100 });
  return useMemo(() => new Map(data?.items.map(({ id, email }) => [id, email]) ?? []), [data]);
};

import { useMemo } from 'react';
import { useMay } from './member.ts';
import { useRead } from './use-read.ts';

/** The labels of the API keys by their ids, for members who may see the keys. */
export const useKeyNames = (): ReadonlyMap<string, string> => {
  const { data } = useRead('list-partner-api-keys', { page_size: 100 }, { when: useMay('keys.write') });
  return useMemo(
    () => new Map(data?.items.flatMap(({ id, label }) => (label === null ? [] : [[id, label] as const])) ?? []),
    [data],
  );
};

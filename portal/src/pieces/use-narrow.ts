import { useSyncExternalStore } from 'react';

const query = matchMedia('(max-width: 688px)');

const subscribe = (changed: () => void): (() => void) => {
  query.addEventListener('change', changed);
  return () => {
    query.removeEventListener('change', changed);
  };
};

/** Whether the window is as narrow as a phone's. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches);

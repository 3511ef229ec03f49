import { useSyncExternalStore } from 'react';

/** A hook that tells whether the window is at most so many pixels wide. */
const hookOf = (pixels: number): (() => boolean) => {
  const query = matchMedia(`(max-width: ${pixels}px)`);
  const subscribe = (changed: () => void): (() => void) => {
    query.addEventListener('change', changed);
    return () => {
      query.removeEventListener('change', changed);
    };
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
};

/** Whether the window is as narrow as a phone's. */
export const useNarrow = hookOf(688);

/** Whether a table beside the navigation has no room for all of its columns. */
export const useMedium = hookOf(1200);

/** Whether a list has no room for one of its rows beside it. */
export const useUnsplit = hookOf(1360);

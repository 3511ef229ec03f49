import { useEffect, useRef, type RefObject } from 'react';

/** Ends what runs for a page or a dialog when it is left. */
export const useLeaving = (): RefObject<AbortController> => {
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    return () => {
      left.abort();
    };
  }, []);
  return leaving;
};

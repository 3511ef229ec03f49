import { useEffect, useState } from 'react';

/** Whole seconds until a time, counted down. @param until milliseconds; null for none */
export const useCountdown = (until: number | null): number => {
  const [now, setNow] = useState(() => Date.now());
  const left = until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => {
      setNow(Date.now());
    }, 250);
    return () => {
      clearTimeout(timer);
    };
  }, [left, now]);
  return left;
};

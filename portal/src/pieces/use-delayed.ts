import { useEffect, useState } from 'react';

/** Milliseconds in which most answers come: a skeleton that is shown for less flickers. */
const delay = 150;

/** False at first, true a moment later. */
export const useDelayed = (): boolean => {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true);
    }, delay);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return late;
};

import { useEffect, useState } from 'react';

/** Whether the work has ended. */
export const useSettled = (work: Promise<void>): boolean => {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    void work.then(() => {
      setSettled(true);
    });
  }, [work]);
  return settled;
};

import { useState } from 'react';

/** Filters and searches, kept while the portal is open. They may be personal, so that no address has them. */
const kept = new Map<string, string>();

/** A text that is still there when the member comes back to the page. */
export const useKept = (name: string, first = ''): readonly [string, (value: string) => void] => {
  const [value, setValue] = useState(() => kept.get(name) ?? first);
  return [
    value,
    (next) => {
      kept.set(name, next);
      setValue(next);
    },
  ];
};

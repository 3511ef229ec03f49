import { useState } from 'react';

/** Filters and searches, kept while the portal is open. They may be personal, so that no address has them. */
const kept = new Map<string, string>();

/** Sets a filter of a page that is opened next. */
export const keep = (name: string, value: string): void => {
  kept.set(name, value);
};

/** A text that is still there when the member comes back to the page. */
export const useKept = (name: string, first = ''): readonly [string, (value: string) => void] => {
  const [value, setValue] = useState(() => kept.get(name) ?? first);
  return [
    value,
    (next) => {
      keep(name, next);
      setValue(next);
    },
  ];
};

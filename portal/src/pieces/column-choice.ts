import { useState } from 'react';

/** A column of a list as its reader wants it, in the order of the list. */
export interface ChosenColumn {
  readonly id: string;
  readonly visible: boolean;
}

/** Lists of the same columns are shown alike. A list that gets another column begins anew. */
const placeOf = (ids: readonly string[]): string => `portal.columns.${ids.toSorted().join(',')}`;

const isChosen = (value: unknown): value is ChosenColumn =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'visible' in value &&
  typeof value.visible === 'boolean';

/** What was kept, if it names exactly the columns of the list. */
export const parseChoice = (kept: string | null, ids: readonly string[]): readonly ChosenColumn[] | null => {
  if (kept === null) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(kept);
  } catch {
    return null;
  }
  if (!Array.isArray(parsed)) return null;
  const chosen: readonly unknown[] = parsed;
  const columns = chosen.filter(isChosen);
  const named = new Set(columns.map(({ id }) => id));
  return columns.length === ids.length && ids.every((id) => named.has(id)) ? columns : null;
};

/** Which columns the reader chose, in this browser. Null: none were chosen. */
export const useColumnChoice = (
  ids: readonly string[],
): readonly [readonly ChosenColumn[] | null, (chosen: readonly ChosenColumn[]) => void] => {
  const place = placeOf(ids);
  const [kept, setKept] = useState(() => localStorage.getItem(place));
  return [
    parseChoice(kept, ids),
    (chosen) => {
      const text = JSON.stringify(chosen);
      localStorage.setItem(place, text);
      setKept(text);
    },
  ];
};

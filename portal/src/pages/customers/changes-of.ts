import type { HistoryEntry } from '../../../../packages/client/src/schemas.ts';

export interface Change {
  readonly field: string;
  /** Null for none. */
  readonly was: string | null;
  readonly now: string | null;
}

const textOf = (value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'object' && Object.keys(value).length === 0) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** What a history entry changed, by field. Fields that had nothing and have nothing are left out. */
export const changesOf = ({
  changed_fields: fields,
  previous,
  new: next,
}: Pick<HistoryEntry, 'changed_fields' | 'previous' | 'new'>): readonly Change[] =>
  fields
    .map((field) => ({ field, was: textOf(previous[field]), now: textOf(next[field]) }))
    .filter(({ was, now }) => was !== now);

import type { RowWithOutcome, Outcome } from './preview-outcomes.ts';
import type { BadRow, ReadyRow } from './sorted-rows.ts';

/** A row of the file with what would become of it; `ready` when it was not compared. */
export type PreviewRow = ReadyRow | RowWithOutcome | BadRow;
export type RowKind = Outcome['kind'] | 'bad' | 'ready';

export const rowKinds = ['created', 'updated', 'unchanged', 'ready', 'refused', 'bad'] as const satisfies RowKind[];

export const kindOf = (row: PreviewRow): RowKind => {
  if ('problems' in row) return 'bad';
  return 'outcome' in row ? row.outcome.kind : 'ready';
};

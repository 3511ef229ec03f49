import { styleText } from 'node:util';
import Table from 'cli-table3';

export type Cell = string | number | null;

/** No borders: they make a terminal's text hard to copy. */
const bare = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '   ',
};
const style = { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 0 };

const shown = (cell: Cell): string => (cell === null || cell === '' ? '–' : String(cell));

const lines = (table: { toString(): string }): string =>
  table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');

/** Without style where standard output doesn't show styles. */
export const strong = (text: string): string => styleText('bold', text);

/** A table with headings, or the sentence `whenEmpty` when there are no rows. */
export const table = (head: readonly string[], rows: readonly (readonly Cell[])[], whenEmpty: string): string => {
  if (rows.length === 0) return whenEmpty;
  const it = new Table({ chars: bare, style });
  it.push(
    head.map((name) => strong(name.toUpperCase())),
    ...rows.map((row) => row.map(shown)),
  );
  return lines(it);
};

/** The fields of one record, one in each line. */
export const card = (fields: Readonly<Record<string, Cell>>): string => {
  const it = new Table({ chars: bare, style });
  it.push(...Object.entries(fields).map(([name, value]) => [strong(name), shown(value)]));
  return lines(it);
};

/** A time such as `2026-07-14 11:38 UTC`. */
export const moment = (iso: string | null): string | null =>
  iso === null ? null : `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** The cursor of the next page, below every page but the last. */
export const more = (cursor: string | null): string => (cursor === null ? '' : `\n\nNext page: --cursor ${cursor}`);

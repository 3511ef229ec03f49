import { cellFault } from './cell-fault.ts';
import type { Column } from './columns.ts';
import type { FileFault, FileProblem } from './faults.ts';
import type { ColumnUse } from './header.ts';
import type { CsvRecord } from './parse-records.ts';

/** A row of a file, with the line that it ends on. */
export interface FileRow {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface ReadOptions {
  /** A short row has empty cells at its end. */
  readonly fillShortRows: boolean;
  /** What the service would refuse the whole call for, in words; null: nothing. */
  readonly refusalOf: (fields: FileRow['fields']) => string | null;
}

/** The rows that could be read, and what is wrong with the others. */
export interface ReadRows {
  readonly rows: readonly FileRow[];
  readonly problems: readonly FileProblem[];
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

type Cells = readonly (readonly [column: Column, cell: string])[];

/** An empty cell leaves its field unchanged. */
const fieldsOf = (cells: Cells): FileRow['fields'] =>
  Object.fromEntries(
    cells.flatMap(([column, cell]) => (cell === '' ? [] : [[column, column === 'metadata' ? jsonOf(cell) : cell]])),
  );

/** A row that does not fit the header. */
const formFault = (
  { cells }: CsvRecord,
  uses: readonly ColumnUse[],
  { fillShortRows }: ReadOptions,
): FileFault | null => {
  const extra = cells.findIndex((cell, at) => cell !== '' && (uses[at] ?? null) === null);
  if (extra >= uses.length) {
    const length = cells.findLastIndex((cell) => cell !== '') + 1;
    return { kind: 'long_row', cells: length, columns: uses.length };
  }
  if (extra !== -1) return { kind: 'unnamed_column', place: extra + 1 };
  // A line break in a cell without quotes makes two short rows of one, so they are not filled unasked.
  if (cells.length >= uses.findLastIndex((use) => use !== null) + 1 || fillShortRows) return null;
  return { kind: 'short_row', cells: cells.length, columns: uses.length };
};

const readRow = (
  record: CsvRecord,
  uses: readonly ColumnUse[],
  options: ReadOptions,
): FileRow | readonly FileProblem[] => {
  const { line } = record;
  const form = formFault(record, uses, options);
  if (form !== null) return [{ line, column: null, fault: form }];
  const cells = uses.flatMap((use, at) =>
    use === null || use === 'left_out' ? [] : [[use, record.cells[at] ?? ''] as const],
  );
  const lost = cells.flatMap(([column, cell]): FileProblem[] => {
    const fault = cellFault(column, cell);
    return fault === null ? [] : [{ line, column, fault }];
  });
  if (lost.length > 0) return lost;
  const fields = fieldsOf(cells);
  const message = options.refusalOf(fields);
  return message === null ? { line, fields } : [{ line, column: null, fault: { kind: 'refused_value', message } }];
};

/** The rows of the records after the header. A row with a problem would not arrive as it stands in the file. */
export const readRows = (records: readonly CsvRecord[], uses: readonly ColumnUse[], options: ReadOptions): ReadRows => {
  const rows: FileRow[] = [];
  const problems: FileProblem[] = [];
  for (const record of records) {
    const read = readRow(record, uses, options);
    if ('fields' in read) rows.push(read);
    else problems.push(...read);
  }
  return { rows, problems };
};

import { checkValue } from '../../lambdas/domain/checked-value.ts';
import { ServiceError } from '../../lambdas/kernel/errors.ts';
import { cellProblem } from './cell-problem.ts';
import type { Column } from './columns.ts';
import { fileError, FileError, type FileProblem } from './file-problem.ts';
import { readHeader } from './header.ts';
import { parseRecords, type CsvRecord } from './parse-records.ts';

/** A row of a file, with the line that it ends on. */
export interface FileRow {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface ReadOptions {
  /** A short row has empty cells at its end. */
  readonly fillShortRows: boolean;
}

/** Of a row in an import: `{customers: [row]}`. */
const depthOfRow = 2;

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

/** What the service would refuse the whole call for. */
const valueProblem = (fields: FileRow['fields']): string | null => {
  try {
    checkValue(fields, '', depthOfRow);
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
  return null;
};

/** A row that does not fit the header. */
const formProblem = (
  { cells }: CsvRecord,
  header: readonly (Column | null)[],
  { fillShortRows }: ReadOptions,
): string | null => {
  const extra = cells.findIndex((cell, at) => cell !== '' && (header[at] ?? null) === null);
  if (extra >= header.length) {
    const length = cells.findLastIndex((cell) => cell !== '') + 1;
    return `the row has ${length} cells, and the header ${header.length} columns: a cell with a separator must stand in quotes`;
  }
  if (extra !== -1) return `column ${extra + 1} has no name: name it in the header, or delete its cells`;
  // A line break in a cell without quotes makes two short rows of one, so they are not filled unasked.
  if (cells.length >= header.findLastIndex((column) => column !== null) + 1 || fillShortRows) return null;
  return `the row has ${cells.length} cells, and the header ${header.length} columns: add the separators, or read the missing cells as empty with --fill-short-rows`;
};

const readRow = (
  record: CsvRecord,
  header: readonly (Column | null)[],
  options: ReadOptions,
): FileRow | readonly FileProblem[] => {
  const { line } = record;
  const form = formProblem(record, header, options);
  if (form !== null) return [{ line, column: null, message: form }];
  const cells = header.flatMap((column, at) => (column === null ? [] : [[column, record.cells[at] ?? ''] as const]));
  const lost = cells.flatMap(([column, cell]): FileProblem[] => {
    const message = cellProblem(column, cell);
    return message === null ? [] : [{ line, column, message }];
  });
  if (lost.length > 0) return lost;
  const fields = fieldsOf(cells);
  const wrong = valueProblem(fields);
  return wrong === null ? { line, fields } : [{ line, column: null, message: wrong }];
};

/**
 * The rows of CSV with `\n` as line end.
 * @throws FileError when it is not CSV with the columns of customers, or would not arrive as it stands in the file
 */
export const rowsOf = (text: string, delimiter: string, options: ReadOptions): readonly FileRow[] => {
  const [first, ...records] = parseRecords(text, delimiter);
  if (first === undefined) throw fileError(null, 'the file is empty');
  const header = readHeader(first);
  const rows: FileRow[] = [];
  const problems: FileProblem[] = [];
  for (const record of records) {
    const read = readRow(record, header, options);
    if ('fields' in read) rows.push(read);
    else problems.push(...read);
  }
  if (problems.length > 0) throw new FileError(problems);
  if (rows.length === 0) throw fileError(null, 'the file has a header and no rows');
  return rows;
};

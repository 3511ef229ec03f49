import type { ImportRow } from '../../../../packages/client/src/import-customers.ts';
import type { FileProblem } from '../../../../packages/customer-file/src/faults.ts';
import { needed, type ColumnUse } from '../../../../packages/customer-file/src/header.ts';
import { readRows, type FileRow } from '../../../../packages/customer-file/src/read-rows.ts';
import type { CsvFile } from './csv-file.ts';
import { breachesOf, normal, type Breach } from './row-rules.ts';

/** Why a row is not sent. */
export type RowProblem =
  | Pick<FileProblem, 'column' | 'fault'>
  | { readonly lacks: (typeof needed)[number] }
  | Breach
  | { readonly noObject: 'metadata' }
  | { readonly nullCharacter: true };

/** A row that can be sent, with its line in the file. */
export interface ReadyRow {
  readonly line: number;
  readonly row: ImportRow;
  /** The line of the row before it that has the same external id; null for none. */
  readonly repeats: number | null;
}

export interface BadRow {
  readonly line: number;
  readonly problems: readonly RowProblem[];
}

export interface SortedRows {
  readonly ready: readonly ReadyRow[];
  readonly bad: readonly BadRow[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What the service takes of a row, or why it would not. */
const readyOf = ({ line, fields }: FileRow): ReadyRow | BadRow => {
  const lacking = needed.filter((column) => textOf(fields[column]) === '');
  const { metadata } = fields;
  const problems: readonly RowProblem[] = [
    ...lacking.map((lacks) => ({ lacks })),
    ...breachesOf(fields),
    ...(metadata === undefined || isObject(metadata) ? [] : [{ noObject: 'metadata' as const }]),
    ...(Object.values(fields).some((value) => textOf(value).includes('\0')) ? [{ nullCharacter: true as const }] : []),
  ];
  if (problems.length > 0) return { line, problems };
  const email = textOf(fields['customer_email']);
  const phone = textOf(fields['customer_phone']);
  return {
    line,
    repeats: null,
    row: {
      external_customer_id: textOf(fields['external_customer_id']),
      customer_name: textOf(fields['customer_name']),
      ...(email === '' ? {} : { customer_email: email }),
      ...(phone === '' ? {} : { customer_phone: phone }),
      ...(isObject(metadata) ? { metadata } : {}),
    },
  };
};

/** Each row with the one before it of the same customer, whose values it takes the place of. */
const withRepeats = (rows: readonly ReadyRow[]): readonly ReadyRow[] => {
  const lines = new Map<string, number>();
  return rows.map((ready) => {
    const id = normal(ready.row.external_customer_id);
    const repeats = lines.get(id) ?? null;
    lines.set(id, ready.line);
    return { ...ready, repeats };
  });
};

/** The rows that can be sent, and those that can't. Programs that leave out separators at the end of rows are usual. */
export const sortRows = ({ records }: CsvFile, uses: readonly ColumnUse[]): SortedRows => {
  const { rows, problems } = readRows(records, uses, { fillShortRows: true, refusalOf: () => null });
  const read = rows.map(readyOf);
  const byLine = Map.groupBy(problems, ({ line }) => line ?? 0);
  return {
    ready: withRepeats(read.filter((one) => 'row' in one)),
    bad: [
      ...Array.from(byLine, ([line, found]) => ({ line, problems: found })),
      ...read.filter((one) => 'problems' in one),
    ].toSorted((one, other) => one.line - other.line),
  };
};

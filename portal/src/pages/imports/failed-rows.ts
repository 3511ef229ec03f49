import { separators } from '../../../../packages/customer-file/src/separator.ts';
import { writeRows } from '../../../../packages/customer-file/src/write-rows.ts';
import type { Texts } from '../../texts/texts.ts';
import type { ImportRun } from './import-run.ts';
import { problemText, refusalText } from './problem-text.ts';

/** A row that was not imported. */
export interface FailedRow {
  readonly line: number;
  readonly why: string;
}

export const failedRowsOf = (texts: Texts, { rows, refused }: ImportRun): readonly FailedRow[] =>
  [
    ...rows.bad.map(({ line, problems }) => ({
      line,
      why: problems.map((problem) => problemText(texts, problem)).join(' '),
    })),
    ...refused.map(({ line, failure }) => ({ line, why: refusalText(texts, failure) })),
  ].toSorted((one, other) => one.line - other.line);

/** The rows as they stand in the file, with a column that says why they were not imported. */
export const fileOfFailed = (texts: Texts, { file }: ImportRun, failed: readonly FailedRow[]): string => {
  const byLine = new Map(file.records.map(({ line, cells }) => [line, cells]));
  const width = file.header.cells.length;
  const padded = (cells: readonly string[]): readonly string[] =>
    Array.from({ length: Math.max(width, cells.length) }, (_, place) => cells[place] ?? '');
  return writeRows(
    [
      [...file.header.cells, texts.imports.why],
      ...failed.map(({ line, why }) => [...padded(byLine.get(line) ?? []), why]),
    ],
    separators[file.separator],
  );
};

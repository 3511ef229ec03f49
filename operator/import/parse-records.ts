import { CsvError, parse, type CsvErrorCode } from 'csv-parse/sync';
import { fileError } from './file-problem.ts';

export interface CsvRecord {
  readonly cells: readonly string[];
  /** The line that it ends on, from 1. */
  readonly line: number;
}

/** More than a valid row has by far. */
const mostBytes = 256 * 1024;

const meanings: Partial<Readonly<Record<CsvErrorCode, string>>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed: close it, or delete it',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    'there is text after a closing quote: double each quote within a cell, and close each quote that is opened',
  CSV_MAX_RECORD_SIZE: `the row has more than ${mostBytes / 1024} KB: a quote may not be closed`,
};

/**
 * The records that are not empty. A quote within a cell without quotes is text.
 * @param text with `\n` as line end, so that lines are counted as an editor does
 * @throws FileError when the text is not CSV
 */
export const parseRecords = (text: string, delimiter: string): readonly CsvRecord[] => {
  const records: CsvRecord[] = [];
  let last = 0;
  try {
    parse(text, {
      delimiter,
      record_delimiter: '\n',
      trim: true,
      // With `trim`, text after a closing quote stays an error.
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: mostBytes,
      on_record: (cells: string[], { lines }) => {
        last = lines;
        if (cells.some((cell) => cell !== '')) records.push({ cells, line: lines });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The row that could not be read begins with the next line that is not blank.
    const begins = text.split('\n').findIndex((line, at) => at >= last && line.trim() !== '');
    throw fileError(begins + 1, meanings[error.code] ?? error.message, error);
  }
  return records;
};

import { CsvError, parse, type CsvErrorCode } from 'csv-parse/sync';
import { unreadable, type FileFault } from './faults.ts';

export interface CsvRecord {
  readonly cells: readonly string[];
  /** The line that it ends on, from 1. */
  readonly line: number;
}

/** More than a valid row has by far. */
const mostBytes = 256 * 1024;

const meanings: Partial<Readonly<Record<CsvErrorCode, FileFault>>> = {
  CSV_QUOTE_NOT_CLOSED: { kind: 'quote_not_closed' },
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: { kind: 'text_after_quote' },
  CSV_MAX_RECORD_SIZE: { kind: 'large_row', kilobytes: mostBytes / 1024 },
};

/**
 * The records that are not empty. A quote within a cell without quotes is text.
 * @param text with `\n` as line end, so that lines are counted as an editor does
 * @throws UnreadableFile when the text is not CSV
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
    throw unreadable(begins + 1, meanings[error.code] ?? { kind: 'no_csv', message: error.message }, error);
  }
  return records;
};

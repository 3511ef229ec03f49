import { columns } from '../../packages/customer-file/src/columns.ts';
import { visible } from '../../packages/terminal/src/visible.ts';
import type { FileFault, UnreadableFile } from '../../packages/customer-file/src/faults.ts';

/** What is wrong in a file, and the cure. */
export interface FileProblem {
  /** From 1; null: the file as a whole. */
  readonly line: number | null;
  /** Null: the row as a whole. */
  readonly column: string | null;
  readonly message: string;
}

const messageOf = (fault: FileFault): string => {
  switch (fault.kind) {
    case 'spreadsheet':
      return 'the file is a spreadsheet or an archive: save it as CSV';
    case 'not_utf8': {
      const choices = fault.readings.map(({ encoding, text }) => `--encoding ${encoding} reads "${text}"`);
      return `the text is not UTF-8. Save the file as "CSV UTF-8", or name its encoding: ${choices.join(', ')}`;
    }
    case 'other_encoding':
      return `the text is not ${fault.encoding}: name its encoding with --encoding`;
    case 'empty':
      return 'the file is empty';
    case 'no_rows':
      return 'the file has a header and no rows';
    case 'no_header':
      return `this is no header: the first line must name the columns, of ${columns.join(', ')}`;
    case 'unknown_columns':
      return `the file has columns that are not known: ${fault.names.join(', ')}. Delete them, or move their values into metadata; the columns are ${columns.join(', ')}`;
    case 'missing_column':
      return `the file has no column ${fault.column}: add it`;
    case 'repeated_column':
      return `the file has the column ${fault.name} twice: delete one`;
    case 'quote_not_closed':
      return 'a quote is opened and never closed: close it, or delete it';
    case 'text_after_quote':
      return 'there is text after a closing quote: double each quote within a cell, and close each quote that is opened';
    case 'large_row':
      return `the row has more than ${fault.kilobytes} KB: a quote may not be closed`;
    case 'long_row':
      return `the row has ${fault.cells} cells, and the header ${fault.columns} columns: a cell with a separator must stand in quotes`;
    case 'short_row':
      return `the row has ${fault.cells} cells, and the header ${fault.columns} columns: add the separators, or read the missing cells as empty with --fill-short-rows`;
    case 'unnamed_column':
      return `column ${fault.place} has no name: name it in the header, or delete its cells`;
    case 'lost_letter':
      return 'the character U+FFFD stands for a lost character: export the file again from its source';
    case 'rounded_number':
      return `a spreadsheet has rounded the number to ${fault.cell}: format the column as text, enter all digits, and save again`;
    case 'formula_error':
      return `${fault.cell} is the error of a formula: enter the value`;
    case 'no_csv':
    case 'refused_value':
      return fault.message;
  }
};

const shown = ({ line, column, message }: FileProblem): string => {
  const place = line === null ? '' : `line ${line}${column === null ? '' : `, ${column}`}: `;
  return visible(`${place}${message}`);
};

/** Of a file with one mistake in each row. */
const mostShown = 20;

/** A file that can't be imported, in the words of the command line. */
export class FileError extends Error {
  override readonly name = 'FileError';
  /** The first of them, for programs. */
  readonly problems: readonly FileProblem[];
  readonly total: number;

  /** @param problems at least one */
  constructor(problems: readonly FileProblem[], cause?: unknown) {
    const first = problems.slice(0, mostShown);
    const more = problems.length - first.length;
    super([...first.map(shown), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'), { cause });
    this.problems = first;
    this.total = problems.length;
  }
}

export const toldInWords = (error: UnreadableFile): FileError =>
  new FileError(
    error.problems.map(({ line, column, fault }) => ({ line, column, message: messageOf(fault) })),
    error,
  );

import type { SeparatorName } from '../../../../packages/customer-file/src/separator.ts';
import { isolated } from '../../pieces/isolated.ts';

const separators: Readonly<Record<SeparatorName, string>> = {
  comma: 'Comma',
  semicolon: 'Semicolon',
  tab: 'Tab',
  bar: 'Vertical bar',
};

export const imports = {
  title: 'Import customers',
  open: 'Import customers',
  description: 'Creates and changes customers from a CSV file. Nothing is sent before you have seen what would change.',
  mayNot: 'Your role may not import customers',
  file: 'The file',
  fileWhy: 'A CSV file, as a spreadsheet or your own system exports it. One customer for each row, with a header.',
  choose: 'Choose a file',
  drop: 'Drop the file here',
  remove: (name: string) => `Remove ${isolated(name)}`,
  size: (megabytes: number) => `Up to ${megabytes} MB`,
  tooLarge: (megabytes: number) =>
    `The file has more than ${megabytes} MB. Split it, or ask the operator to import it.`,
  reading: 'Reading the file',
  unreadable: 'The file cannot be read as it is',
  whichReads: 'Which of these lines reads right?',
  whichReadsWhy: (line: number) =>
    `The text is not UTF-8, and its encoding does not stand in the file. This is line ${line}, read in two ways.`,
  noneReads: 'None reads right? Save the file as “CSV UTF-8” and choose it again.',
  readAs: (rows: string, encoding: string) => `${rows} rows, read as ${encoding}`,
  separator: 'Separator',
  separators,
  columns: 'The columns',
  row: 'Row',
  columnsWhy:
    'Say what each column has. A column that is left out is not imported. An empty cell leaves its field unchanged.',
  column: 'Column',
  samples: 'First values',
  field: 'Field',
  fieldOf: (column: string) => `Field of ${isolated(column)}`,
  leftOut: 'Not imported',
  unnamed: (place: number) => `Column ${place}`,
  twice: (field: string) => `Two columns have the field ${field}. Choose one of them.`,
  lacksColumns: (fields: string) => `Choose the columns of: ${fields}.`,
  preview: 'What would change',
  previewWhy:
    'Compared with your customers as they are now. The service checks each row once more when it is imported.',
  comparing: 'Your customers are read',
  notCompared: (most: string) =>
    `You have more than ${most} customers, so that the rows are not compared here. The import leaves customers unchanged that have the same values.`,
  line: 'Line',
  outcome: 'Outcome',
  outcomes: {
    created: 'New customer',
    updated: 'Changed',
    unchanged: 'Unchanged',
    refused: 'Refused',
    bad: 'Not sent',
    ready: 'To be sent',
  },
  counts: {
    created: 'new',
    updated: 'changed',
    unchanged: 'unchanged',
    refused: 'refused',
    bad: 'not sent',
    ready: 'to be sent',
  },
  show: 'Show',
  all: 'All rows',
  state: (status: string) => `The customer’s status: ${status}`,
  import: (rows: string) => `Import ${rows} rows`,
  importOne: 'Import 1 row',
  running: 'The customers are being imported',
  runningWhy: 'You can use other pages meanwhile. Keep this window open until all rows are sent.',
  done: 'The import has ended',
  stopped: 'The import was interrupted',
  stoppedWhy: 'What was imported stays. “Continue” sends the rest, and nothing twice.',
  incomplete:
    'The service could not carry out all rows. “Continue” sends them again: what was imported is unchanged then.',
  continue: 'Continue',
  another: 'Import another file',
  toCustomers: 'Show the customers',
  failed: 'Rows that were not imported',
  failedWhy:
    'Download them, correct them in the spreadsheet, and import the same file again. The last column says why.',
  download: 'Download these rows',
  downloadName: 'rows-to-correct.csv',
  why: 'Why',
  lacks: (field: string) => `${field} is missing`,
  noObject: 'Metadata must be a JSON object, such as {"plan":"basic"}',
  nullCharacter: 'The row has a character that cannot be stored (U+0000)',
  repeats: (line: string) => `The same external id stands in line ${line}. This row is imported after it.`,
  repeated: (rows: string) =>
    rows === '1'
      ? 'In 1 row, the external id stands in an earlier row too'
      : `In ${rows} rows, the external id stands in an earlier row too`,
  repeatedWhy:
    'The rows of one customer are imported in their order: what a later row says takes the place of what an earlier one said.',
  merged: 'The customer was merged into another one',
  refusedState: 'The customer’s data is being erased, or was erased',
  faults: {
    spreadsheet: 'This is a spreadsheet or an archive. Save it as CSV, and choose that file.',
    other_encoding: (encoding: string) => `The text is not ${encoding}. Save the file as “CSV UTF-8”.`,
    empty: 'The file is empty.',
    no_rows: 'The file has a header and no rows.',
    no_header: 'The first line names no columns.',
    unknown_columns: (names: string) => `The file has columns that are not known: ${names}.`,
    missing_column: (name: string) => `The file has no column ${isolated(name)}.`,
    repeated_column: (name: string) => `The file has the column ${isolated(name)} twice.`,
    quote_not_closed: 'A quote is opened and never closed. Close it, or delete it.',
    text_after_quote: 'There is text after a closing quote. Double each quote within a cell.',
    large_row: (kilobytes: string) => `The row has more than ${kilobytes} KB. A quote may not be closed.`,
    no_csv: (message: string) => `This is not CSV: ${message}`,
    long_row: (cells: string, columns: string) =>
      `The row has ${cells} cells, and the header ${columns} columns. Put a cell with a separator in quotes.`,
    short_row: (cells: string, columns: string) =>
      `The row has ${cells} cells, and the header ${columns} columns. Add the separators.`,
    unnamed_column: (place: string) => `Column ${place} has cells and no name. Name it, or delete its cells.`,
    lost_letter: 'A character is lost (U+FFFD). Export the file again from its source.',
    rounded_number: (cell: string) =>
      `A spreadsheet rounded the number to ${isolated(cell)}. Format the column as text, and enter all digits.`,
    formula_error: (cell: string) => `${isolated(cell)} is the error of a formula. Enter the value.`,
  },
  atLine: (line: string) => `Line ${line}`,
};

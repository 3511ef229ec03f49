import { readFile } from 'node:fs/promises';
import { checkValue } from '../../lambdas/domain/checked-value.ts';
import { ServiceError } from '../../lambdas/kernel/errors.ts';
import { decodeText } from '../../packages/customer-file/src/decode-text.ts';
import { unreadable, UnreadableFile } from '../../packages/customer-file/src/faults.ts';
import { findSeparator } from '../../packages/customer-file/src/find-separator.ts';
import { readHeader } from '../../packages/customer-file/src/header.ts';
import { parseRecords } from '../../packages/customer-file/src/parse-records.ts';
import { readRows, type FileRow } from '../../packages/customer-file/src/read-rows.ts';
import { separators, type SeparatorName } from '../../packages/customer-file/src/separator.ts';
import { invalidFile, unreadableFile } from './file-failure.ts';
import { FileError, toldInWords } from './file-problem.ts';

/** How a file is read. What is null is found. */
interface FileOptions {
  readonly encoding: string | null;
  readonly separator: SeparatorName | null;
  /** A short row has empty cells at its end. */
  readonly fillShortRows: boolean;
}

export interface CustomerFile {
  readonly encoding: string;
  readonly separator: SeparatorName;
  readonly rows: readonly FileRow[];
}

/** Of a row in an import: `{customers: [row]}`. */
const depthOfRow = 2;

const refusalOf = (fields: FileRow['fields']): string | null => {
  try {
    checkValue(fields, '', depthOfRow);
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
  return null;
};

const rowsOf = (csv: string, separator: SeparatorName, fillShortRows: boolean): readonly FileRow[] => {
  const [first, ...records] = parseRecords(csv, separators[separator]);
  if (first === undefined) throw unreadable(null, { kind: 'empty' });
  const { rows, problems } = readRows(records, readHeader(first), { fillShortRows, refusalOf });
  if (problems.length > 0) throw new UnreadableFile(problems);
  if (rows.length === 0) throw unreadable(null, { kind: 'no_rows' });
  return rows;
};

/** The customers of the bytes of a CSV file, if every row could be read. @throws FileError */
export const readCustomers = (bytes: Buffer, options: FileOptions): CustomerFile => {
  try {
    const { text, encoding } = decodeText(bytes, options.encoding);
    const { text: csv, separator } = findSeparator(text.replace(/\r\n?/g, '\n'), options.separator);
    return { encoding, separator, rows: rowsOf(csv, separator, options.fillShortRows) };
  } catch (error) {
    throw error instanceof UnreadableFile ? toldInWords(error) : error;
  }
};

/** About a million rows, which take 1.2 GB of memory. */
const mostBytes = 64 * 1024 * 1024;

/** @throws Failure `usage`, with the lines of the file and the cures */
export const readCustomerFile = async (file: string, options: FileOptions): Promise<CustomerFile> => {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw unreadableFile(file, error);
  });
  try {
    if (bytes.length > mostBytes) {
      throw new FileError([{ line: null, column: null, message: 'the file has more than 64 MB: split it' }]);
    }
    return readCustomers(bytes, options);
  } catch (error) {
    throw error instanceof FileError ? invalidFile(file, error) : error;
  }
};

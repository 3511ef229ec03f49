import { readFile } from 'node:fs/promises';
import { decodeText } from './decode-text.ts';
import { invalidFile, unreadableFile } from './file-failure.ts';
import { fileError, FileError } from './file-problem.ts';
import { rowsOf, type FileRow, type ReadOptions } from './read-rows.ts';
import { findSeparator, separators, type SeparatorName } from './separator.ts';

/** How a file is read. What is null is found. */
interface FileOptions extends ReadOptions {
  readonly encoding: string | null;
  readonly separator: SeparatorName | null;
}

export interface CustomerFile {
  readonly encoding: string;
  readonly separator: SeparatorName;
  readonly rows: readonly FileRow[];
}

/** The customers of the bytes of a CSV file. @throws FileError */
export const readCustomers = (bytes: Buffer, options: FileOptions): CustomerFile => {
  const { text, encoding } = decodeText(bytes, options.encoding);
  const { text: csv, separator } = findSeparator(text.replace(/\r\n?/g, '\n'), options.separator);
  return { encoding, separator, rows: rowsOf(csv, separators[separator], options) };
};

/** About a million rows, which take 1.2 GB of memory. */
const mostBytes = 64 * 1024 * 1024;

/** @throws Failure `usage`, with the lines of the file and the cures */
export const readCustomerFile = async (file: string, options: FileOptions): Promise<CustomerFile> => {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw unreadableFile(file, error);
  });
  try {
    if (bytes.length > mostBytes) throw fileError(null, 'the file has more than 64 MB: split it');
    return readCustomers(bytes, options);
  } catch (error) {
    throw error instanceof FileError ? invalidFile(file, error) : error;
  }
};

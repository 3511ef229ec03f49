import { z } from 'zod';
import { Failure } from '../failure.ts';
import type { FileError } from './file-problem.ts';

/** What a person calls the errors of the file system. https://nodejs.org/api/errors.html#common-system-errors */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

const asSystemError = z.object({ code: z.string() });

/** @param error of the file system */
export const unreadableFile = (file: string, error: unknown): Failure => {
  const code = asSystemError.safeParse(error).data?.code ?? '';
  return new Failure('usage', 'unreadable_file', `${file} can't be read: ${reasons[code] ?? String(error)}`, {
    next: 'name a CSV file that this user may read',
    cause: error,
  });
};

/** Nothing of the file was sent. */
export const invalidFile = (file: string, error: FileError): Failure => {
  const { message, problems, total } = error;
  return new Failure('usage', 'invalid_file', `${file} can't be imported\n${message}`.replaceAll('\n', '\n  '), {
    details: { problems, total },
    next: 'correct this, and run the command again: nothing was imported',
    cause: error,
  });
};

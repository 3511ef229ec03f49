import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isJsonObject } from './json-object.ts';

/** A value in one file. A crash leaves the old value or the new one. */
export interface JsonFile {
  read(): Promise<unknown>;
  /** Resolves when this value or a later one is in the file. */
  write(value: unknown): Promise<void>;
}

/** @param path undefined: nothing is stored */
export const jsonFile = (path: string | undefined): JsonFile => {
  if (path === undefined) return { read: () => Promise.resolve(undefined), write: () => Promise.resolve() };
  let pending: string | undefined;
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    if (pending === undefined) return;
    const content = pending;
    pending = undefined;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, content);
    await rename(`${path}.new`, path);
  };
  return {
    read: async () => {
      try {
        const value: unknown = JSON.parse(await readFile(path, 'utf8'));
        return value;
      } catch (error) {
        if (isJsonObject(error) && error.code === 'ENOENT') return undefined;
        throw new Error(`${path} cannot be read; start with --fresh to delete it`, { cause: error });
      }
    },
    write: (value) => {
      pending = JSON.stringify(value, null, 2);
      // A failed write must not make later writes fail.
      writing = writing.then(flush, flush);
      return writing;
    },
  };
};

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The files below a directory by their paths in it, with their bytes as Latin-1. */
export const filesIn = async (directory: string): Promise<ReadonlyMap<string, string>> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.toSorted().map(async (file) => [path.relative(directory, file), await readFile(file, 'latin1')] as const),
    ),
  );
};

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const keptMilliseconds = 7 * 86_400_000;

export interface CachedBuild {
  /** Files and folders of the project; a change of one makes another build. */
  readonly sources: readonly string[];
  /** What else the build depends on. */
  readonly context: string;
  /** Builds are kept here, each under the hash of its sources. */
  readonly cacheDirectory: string;
  /** Called when it must be built. */
  readonly begun?: (() => void) | undefined;
  readonly make: (directory: string) => Promise<void>;
}

const filesOf = async (entry: string): Promise<string[]> => {
  const file = path.join(root, entry);
  if (!(await stat(file)).isDirectory()) return [entry];
  const entries = await readdir(file, { recursive: true, withFileTypes: true });
  return entries.filter((one) => one.isFile()).map((one) => path.relative(root, path.join(one.parentPath, one.name)));
};

const hashOf = async (files: readonly string[], context: string): Promise<string> => {
  const hash = createHash('sha256').update(`${process.version}\n${context}\n`);
  for (const file of files.toSorted()) {
    hash.update(`${file}\n`);
    hash.update(await readFile(path.join(root, file)));
  }
  return hash.digest('hex').slice(0, 32);
};

const removeOld = async (directory: string, current: string): Promise<void> => {
  for (const name of await readdir(directory)) {
    const { mtimeMs } = await stat(path.join(directory, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (name === current || mtimeMs > Date.now() - keptMilliseconds) continue;
    await rm(path.join(directory, name), { recursive: true, force: true });
  }
};

/** Renames the finished directory. When another process was first, its directory is kept. */
const settle = async (made: string, place: string): Promise<void> => {
  try {
    await rename(made, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
    await rm(made, { recursive: true, force: true });
  }
};

/** Builds only after a change of the sources. @returns the directory of the build */
export const cachedBuild = async ({ sources, context, cacheDirectory, begun, make }: CachedBuild): Promise<string> => {
  const hash = await hashOf((await Promise.all(sources.map(filesOf))).flat(), context);
  const place = path.join(cacheDirectory, hash);
  if (existsSync(place)) return place;
  begun?.();
  await mkdir(cacheDirectory, { recursive: true });
  await removeOld(cacheDirectory, hash);
  const made = await mkdtemp(path.join(cacheDirectory, 'new-'));
  try {
    await make(made);
    await settle(made, place);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    throw error;
  }
  return place;
};

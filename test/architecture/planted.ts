import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The project's own folders with code. */
export const rooms = [
  'bin',
  'lib',
  'lambdas',
  'local',
  'packages',
  'operator',
  'demo',
  'listen',
  'portal/src',
  'scripts',
  'tools',
  'test',
] as const;

/** Files by their path, as a project of their own with the packages of this one. */
export type Files = Readonly<Record<string, string>>;

/** Runs `use` on a project with a breach planted in it: a rule that is never broken may never look. */
export const withPlanted = async <T>(files: Files, use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'planted-'));
  try {
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

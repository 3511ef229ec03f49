import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ReadVersion } from './compare.ts';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);
const git = async (directory: string, ...args: readonly string[]): Promise<string> =>
  (await run('git', ['-C', directory, ...args], { maxBuffer: 64 * 1024 * 1024 })).stdout;

/** The files as they are now. */
export const presentVersion: ReadVersion = (file) => readFile(path.join(root, file), 'utf8').catch(() => null);

/** The commit that a tag, branch or commit names; null: none. */
export const commitOf = (ref: string, directory = root): Promise<string | null> =>
  git(directory, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).then(
    (commit) => commit.trim(),
    () => null,
  );

/** The files as a commit has them. */
export const versionOf =
  (commit: string, directory = root): ReadVersion =>
  async (file) => {
    const has = (await git(directory, 'ls-tree', '--name-only', commit, '--', file)).trim() !== '';
    return has ? git(directory, 'show', `${commit}:${file}`) : null;
  };

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { runApp } from '../../local/synthesise.ts';
import { linkPackages } from '../harness/link-packages.ts';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);
const git = async (...args: readonly string[]): Promise<string> =>
  (await run('git', ['-C', root, ...args], { maxBuffer: 64 * 1024 * 1024 })).stdout;

/** The cloud assembly of another version of the project, in a directory that `remove` removes. */
export interface ReleasedAssembly {
  /** The commit. */
  readonly commit: string;
  readonly directory: string;
  readonly remove: () => Promise<void>;
}

/** The present packages serve a version that was locked to the same ones; others are installed. */
const providePackages = async (checkout: string): Promise<void> => {
  const [own, other] = await Promise.all(
    [root, checkout].map((directory) => readFile(path.join(directory, 'package-lock.json'), 'utf8')),
  );
  if (own === other) await linkPackages(root, checkout);
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout, maxBuffer: 64 * 1024 * 1024 });
};

/**
 * Synthesises the stage `local` of a commit, tag or branch, as its own code does.
 * @throws Error when there is no such version, or its code can't be synthesised
 */
export const releasedAssembly = async (ref: string): Promise<ReleasedAssembly> => {
  const commit = (await git('rev-parse', '--verify', `${ref}^{commit}`)).trim();
  const parent = await mkdtemp(path.join(tmpdir(), 'swift-worker-release-'));
  const [checkout, directory] = [path.join(parent, 'checkout'), path.join(parent, 'assembly')];
  const remove = async (): Promise<void> => {
    if (existsSync(checkout)) await git('worktree', 'remove', '--force', checkout);
    await rm(parent, { recursive: true, force: true });
  };
  try {
    await git('worktree', 'add', '--detach', checkout, commit);
    await providePackages(checkout);
    // Earlier releases keep in git what later ones make.
    if (existsSync(path.join(checkout, 'tools/generate.ts')))
      await run(process.execPath, ['tools/generate.ts', '--built'], { cwd: checkout });
    await runApp({ project: checkout, outputDirectory: directory, context: JSON.stringify({ stage: 'local' }) });
    return { commit, directory, remove };
  } catch (error) {
    await remove();
    throw error;
  }
};

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { compareVersions } from '../../tools/compatible/compare.ts';
import { printed } from '../../tools/compatible/print.ts';
import { commitOf, presentVersion, versionOf } from '../../tools/compatible/versions.ts';
import { hasGit } from '../../tools/harness/git.ts';
import { lastRelease } from '../../tools/skew/last-release.ts';

const root = path.join(import.meta.dirname, '../..');

const run = (...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['tools/compatible.ts', ...args], { cwd: root }, (error, out, complaint) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: `${out}${complaint}` });
    });
  });

test('the present version is compatible with the last release, or names what it breaks', async () => {
  const tag = lastRelease();
  const commit = tag === null ? null : await commitOf(tag);
  if (commit === null) return;
  const compared = await compareVersions(versionOf(commit), presentVersion);
  const breaking = compared.filter((one) => one.breaking.length > 0);
  expect(breaking.flatMap((one) => printed(one, false))).toEqual([]);
});

test('the command compares with the last release, or says that there is none', async () => {
  const tag = lastRelease();
  const { code, text } = await run();
  expect(text).toContain(tag === null ? 'There is no release before this one' : `Compared with ${tag}`);
  expect(code).toBe(0);
});

if (hasGit) {
  test('a version is read from the repository, whatever has become of its files', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'compatible-'));
    const git = async (...args: readonly string[]): Promise<unknown> =>
      promisify(execFile)('git', ['-C', directory, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args]);
    try {
      await git('init', '--quiet');
      await writeFile(path.join(directory, 'page.txt'), 'was\n');
      await git('add', 'page.txt');
      await git('commit', '--quiet', '--message', 'One');
      await git('tag', 'v1.0.0');
      await writeFile(path.join(directory, 'page.txt'), 'is\n');
      const commit = (await commitOf('v1.0.0', directory)) ?? '';
      const read = versionOf(commit, directory);
      expect([await read('page.txt'), await read('other.txt')]).toEqual(['was\n', null]);
      expect(await commitOf('v2.0.0', directory)).toBeNull();
    } finally {
      await rm(directory, { recursive: true });
    }
  });
}

test.each([
  ['an unknown version', ['--from', 'no-such-version'], 'no-such-version is no tag, branch or commit'],
  ['an unknown option', ['--since', 'v1'], 'unknown option'],
  ['an argument too many', ['v1'], 'too many arguments'],
  ['a missing value', ['--from'], 'argument missing'],
])('%s ends with 2', async (_, args, complaint) => {
  const { code, text } = await run(...args);
  expect(text).toContain(complaint);
  expect(code).toBe(2);
});

test('help ends with 0 and says the exit codes', async () => {
  const { code, text } = await run('--help');
  expect(text).toContain('Exit codes: 0');
  expect(code).toBe(0);
});

import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { compareVersions } from '../../tools/compatible/compare.ts';
import { printed } from '../../tools/compatible/print.ts';
import { commitOf, presentVersion, versionOf } from '../../tools/compatible/versions.ts';
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

test('the command reads a version from the repository', async () => {
  const { code, text } = await run('--from', 'HEAD');
  expect(text).toContain('Compared with HEAD');
  expect([0, 1]).toContain(code);
  expect(text).toMatch(/\n(Compatible|\d+ breaking differences that no changelog names)\n$/);
});

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

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { hasCommand } from '../../tools/harness/has-command.ts';
import { findPython } from './find-python.ts';

const run = promisify(execFile);
const folder = path.join(import.meta.dirname, '../../packages/client-python');
const python = await findPython();
if (python === null) console.log('skipped: the client for Python, because there is no Python 3.10 with httpx');

if (python !== null) {
  test('the tests of the client for Python pass', async () => {
    const { stderr } = await run(python, ['-B', '-m', 'unittest', 'discover', '-t', '.', '-s', 'tests'], {
      cwd: folder,
      env: { ...process.env, PYTHONPATH: path.join(folder, 'src') },
    });
    expect(stderr).toMatch(/Ran [1-9]\d+ tests .*\n\nOK\n$/);
  });
}

test('the types of the client for Python are strict, and do not take a call without its selector', async () => {
  if (python === null || !(await hasCommand(python, ['-c', 'import mypy']))) {
    console.log('skipped: the types of the client for Python, because there is no mypy');
    return;
  }
  const { stdout } = await run(python, ['-m', 'mypy', '--strict', '--cache-dir=/dev/null', 'src', 'tests'], {
    cwd: folder,
  });
  expect(stdout).toContain('Success: no issues found');
});

const versionIn = async (file: string, pattern: RegExp): Promise<string | undefined> =>
  pattern.exec(await readFile(path.join(folder, file), 'utf8'))?.[1];

test('the version is that of the client for TypeScript in its major and minor part, and the newest of the changes', async () => {
  const version = await versionIn('pyproject.toml', /^version = "(\d+\.\d+\.\d+)"$/m);
  const other = await versionIn('../client/package.json', /"version": "(\d+\.\d+)\./);
  expect(version?.split('.').slice(0, 2).join('.')).toBe(other);
  expect(await versionIn('CHANGELOG.md', /^## (\d+\.\d+\.\d+)/m)).toBe(version);
});

import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { releasedVersions } from '../../tools/stored/released-table.ts';

const root = path.join(import.meta.dirname, '../..');

const run = (...given: readonly string[]): Promise<{ readonly code: unknown; readonly said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['tools/stored.ts', ...given], { cwd: root }, (error, out, said) => {
      resolve({ code: error === null ? 0 : error.code, said: out + said });
    });
  });

it.each([
  [['--release', 'next'], '--release takes a version such as 1.2.0, not "next"'],
  [['--release', releasedVersions()[0] ?? ''], 'a released table never changes'],
  [['--releese'], "unknown option '--releese'"],
  [['1.1.0'], 'too many arguments'],
])('%j is refused with the code 2 and the reason', async (given, reason) => {
  const { code, said } = await run(...given);
  expect(said).toContain(reason);
  expect(code).toBe(2);
});

it('--help shows the options', async () => {
  const { code, said } = await run('--help');
  expect(code).toBe(0);
  expect(said).toContain('--release [version]');
});

import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const root = path.join(import.meta.dirname, '../..');
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');

test('tsc accepts the whole project, as an editor checks it', async () => {
  // The linter checks each file by the configuration next to it. This one has no browser, and checks what tests import from the portal too.
  const errors = await new Promise<string>((resolve) => {
    execFile(process.execPath, [tsc, '-p', root], (_, stdout) => {
      resolve(stdout);
    });
  });
  expect(errors).toBe('');
});

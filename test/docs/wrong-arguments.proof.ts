import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { z } from 'zod';

const root = path.join(import.meta.dirname, '../..');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));

/** The commands that are programs of this project and take arguments. */
const commands = Object.entries(scripts).flatMap(([name, line]) => {
  const [file] = /[\w/-]+\.ts/.exec(line) ?? [];
  if (file === undefined || !line.replace('exec ', '').startsWith('node ')) return [];
  const takesArguments = /commander|operator\/main|program\.ts/.test(readFileSync(path.join(root, file), 'utf8'));
  return takesArguments || name === 'start' ? [{ name, file }] : [];
});

test('most commands take arguments', () => {
  expect(commands.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['start', 'proof', 'deploy', 'cost', 'token']),
  );
});

test.each(commands)(
  'npm run $name ends with 2 after a wrong argument, with a sentence and no stack trace',
  ({ file }) => {
    const { status, stderr } = spawnSync(process.execPath, [path.join(root, file), '--nonsense'], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: /);
    expect(stderr).not.toMatch(/^ +at /m);
  },
);

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { filesIn } from '../../tools/harness/files-in.ts';

const root = path.join(import.meta.dirname, '../..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A checkout of the portal elsewhere. Its dependencies are those of this one. */
const copyTo = async (copy: string): Promise<void> => {
  const isSource = (file: string): boolean => !['node_modules', 'dist'].includes(path.basename(file));
  await mkdir(copy, { recursive: true });
  for (const source of [
    'package.json',
    'tsconfig.json',
    'portal',
    'packages/client',
    'packages/customer-file',
    'lambdas/kernel',
  ]) {
    await cp(path.join(root, source), path.join(copy, source), { recursive: true, filter: isSource });
  }
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
};

const build = async (checkout: string, outDir: string): Promise<void> => {
  const vite = path.join(checkout, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', outDir], {
    cwd: path.join(checkout, 'portal'),
  });
};

test('the build has the same bytes wherever it is made', async () => {
  // Both find their dependencies in a third folder: the order of modules in a file follows their places.
  const [checkout, elsewhere] = [path.join(folder, 'checkout'), path.join(folder, 'an', 'other', 'checkout')];
  await copyTo(checkout);
  await copyTo(elsewhere);
  const [here, there] = [path.join(folder, 'here'), path.join(folder, 'there')];
  await build(checkout, here);
  await build(elsewhere, there);
  const [first, second] = [await filesIn(here), await filesIn(there)];
  expect(first.size).toBeGreaterThan(20);
  expect(Array.from(second.keys())).toEqual(Array.from(first.keys()));
  expect(Array.from(first.keys()).filter((name) => first.get(name) !== second.get(name))).toEqual([]);
});

import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { linkPackages } from '../../tools/harness/link-packages.ts';

let parent = '';
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'link-packages-'));
});
afterEach(() => rm(parent, { recursive: true }));

const write = async (file: string, text: string): Promise<void> => {
  const place = path.join(parent, file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, text);
};

it('a checkout of another version has the installed packages, and its own workspaces', async () => {
  await write('present/node_modules/installed/it', 'installed');
  await write('present/node_modules/@scope/it', 'of a scope');
  await write('present/packages/time-index/it', 'present');
  await write('released/packages/time-index/it', 'released');
  await mkdir(path.join(parent, 'present/node_modules/@swift-worker'));
  await symlink('../../packages/time-index', path.join(parent, 'present/node_modules/@swift-worker/time-index'));

  await linkPackages(path.join(parent, 'present'), path.join(parent, 'released'));

  const read = (name: string): Promise<string> => readFile(path.join(parent, 'released/node_modules', name), 'utf8');
  expect(await Promise.all(['installed/it', '@scope/it', '@swift-worker/time-index/it'].map(read))).toEqual([
    'installed',
    'of a scope',
    'released',
  ]);
});

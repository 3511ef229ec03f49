import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { packAll } from '../../tools/packages/pack-all.ts';
import { digestsOf, faultsOf, readReleased, type Digests } from '../../tools/packages/released.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const packedDigests = async (): Promise<Digests> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'packed-'));
  folders.push(folder);
  return digestsOf(folder, await packAll(folder));
};

let packed: Digests;
beforeAll(async () => {
  packed = await packedDigests();
});

test('no file of a package has changed under its name, and each is recorded', async () => {
  expect(faultsOf(packed, await readReleased())).toEqual([]);
});

test('the same sources make the same files, byte for byte', async () => {
  expect(await packedDigests()).toEqual(packed);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { createBuiltSite, type BuiltSite } from '../../local/built-site.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'built-site-'));
let builds: number;
let context = 0;

beforeEach(() => {
  builds = 0;
  context += 1;
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const site = (make: (directory: string, signal: AbortSignal) => Promise<void>): BuiltSite =>
  createBuiltSite({
    sources: () => Promise.resolve(['package.json']),
    context: String(context),
    cacheDirectory: folder,
    make: (directory, signal) => {
      builds += 1;
      return make(directory, signal);
    },
  });
const write = (directory: string): Promise<void> => writeFile(path.join(directory, 'index.html'), 'the page');

test('a site is built once, also for another stack', async () => {
  const one = site(write);
  const [files] = await Promise.all([one.files(), one.files()]);
  expect([...files.keys()]).toEqual(['index.html']);
  await site(write).files();
  expect(builds).toBe(1);
});

test('a build that failed is tried again', async () => {
  const broken = site((directory) => (builds === 1 ? Promise.reject(new Error('no build')) : write(directory)));
  await expect(broken.files()).rejects.toThrow('no build');
  expect((await broken.files()).size).toBe(1);
});

test('the stop ends a build that runs, and waits for its end', async () => {
  const order: string[] = [];
  const begun = Promise.withResolvers<undefined>();
  const long = site((_, signal) => {
    begun.resolve(undefined);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        setImmediate(() => {
          order.push('ended');
          reject(new Error('stopped'));
        });
      });
    });
  });
  const asked = expect(long.files()).rejects.toThrow('stopped');
  await begun.promise;
  await long.stop();
  order.push('stopped');
  await asked;
  expect(order).toEqual(['ended', 'stopped']);
});

test('a site without a request is stopped at once', async () => {
  await site(write).stop();
  expect(builds).toBe(0);
});

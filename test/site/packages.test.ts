import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { createHash } from 'node:crypto';
import { packWheel } from '../../tools/packages/wheel.ts';

const root = path.join(import.meta.dirname, '../..');
const pages = path.join(root, 'docs/partners');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'packages-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The files of packages that pages name, with their versions. */
const namedFiles = async (): Promise<readonly string[]> => {
  const texts = await Promise.all(
    (await readdir(pages))
      .filter((name) => name.endsWith('.md'))
      .map((name) => readFile(path.join(pages, name), 'utf8')),
  );
  return texts.flatMap((text) =>
    Array.from(text.matchAll(/swift[-_]worker[-_][a-z]+-\d[\w.-]*\.(?:tgz|whl)/g), ([name]) => name),
  );
};

const versionOf = async (manifest: string): Promise<string | undefined> =>
  /^\s*"?version"?\s*[:=] "([\d.]+)"/m.exec(await readFile(path.join(root, manifest), 'utf8'))?.[1];

test('the pages name the packages by their present versions', async () => {
  const [client, listen, mcp, python] = await Promise.all(
    [
      'packages/client/package.json',
      'listen/package.json',
      'packages/mcp/package.json',
      'packages/client-python/pyproject.toml',
    ].map(versionOf),
  );
  expect(Array.from(new Set(await namedFiles())).toSorted()).toEqual([
    `swift-worker-client-${client}.tgz`,
    `swift-worker-listen-${listen}.tgz`,
    `swift-worker-mcp-${mcp}.tgz`,
    `swift_worker_client-${python}-py3-none-any.whl`,
  ]);
});

test.each([
  ['packages/client', 'package.json'],
  ['listen', 'package.json'],
  ['packages/mcp', 'package.json'],
  ['packages/client-python', 'pyproject.toml'],
])('the changes of %s have their days, and begin with its present version', async (folderOf, manifest) => {
  const changes = await readFile(path.join(root, folderOf, 'CHANGELOG.md'), 'utf8');
  const [first = '', ...others] = Array.from(changes.matchAll(/^## (.+)$/gm), ([, title = '']) => title);
  expect(first.split(', ')[0]).toBe(await versionOf(path.join(folderOf, manifest)));
  for (const title of [first, ...others]) expect(title).toMatch(/^\d+\.\d+\.\d+, \d{4}-\d\d-\d\d$/);
});

test('the wheel lists each of its files with its hash, and is the same for the same sources', async () => {
  const file = path.join(folder, await packWheel(folder));
  const bytes = await readFile(file);
  const files = unzipSync(bytes);
  const facts = `swift_worker_client-${await versionOf('packages/client-python/pyproject.toml')}.dist-info`;
  const hashed = Object.entries(files)
    .filter(([name]) => name !== `${facts}/RECORD`)
    .map(([name, content]) => {
      const hash = createHash('sha256').update(content).digest('base64url');
      return `${name},sha256=${hash},${content.length}`;
    });
  const record = Buffer.from(files[`${facts}/RECORD`] ?? []).toString();
  expect(record.trimEnd().split('\n').toSorted()).toEqual([...hashed, `${facts}/RECORD,,`].toSorted());
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['swift_worker/py.typed', `${facts}/METADATA`, `${facts}/WHEEL`]),
  );
  await packWheel(folder);
  expect((await readFile(file)).equals(bytes)).toBe(true);
});

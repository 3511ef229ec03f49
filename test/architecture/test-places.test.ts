import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from './planted.ts';

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );

/** What docs/developing.md lists as going across. */
const across = (): ReadonlySet<string> => {
  const section = readFileSync(path.join(root, 'docs/developing.md'), 'utf8').split('## Tests')[1]?.split('\n## ')[0];
  return new Set(Array.from((section ?? '').matchAll(/^\| `([a-z-]+)\/`/gm), ([, name = '']) => name));
};

/** The folder of a function, a library or a tool. */
const isRoom = (name: string): boolean =>
  [`lambdas/${name}`, name, `packages/${name}`, `scripts/${name}`, `scripts/${name}.ts`, `tools/${name}`].some(
    (place) => existsSync(path.join(root, place)),
  );

it('a folder of tests has the name of what it tests, or stands in docs/developing.md', () => {
  expect(foldersIn('test').filter((name) => !isRoom(name) && !across().has(name))).toEqual([]);
});

it('docs/developing.md lists only folders that are there and belong to no room', () => {
  const folders = new Set(foldersIn('test'));
  expect(Array.from(across()).filter((name) => !folders.has(name) || isRoom(name))).toEqual([]);
});

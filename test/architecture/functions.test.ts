import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from './planted.ts';

const namesIn = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.ts'));

/** The logical ids of the functions, and the files that they begin with. */
const declared = (): readonly (readonly [logicalId: string, entry: string])[] =>
  namesIn('lib/functions').flatMap((name) => {
    const text = readFileSync(path.join(root, 'lib/functions', name), 'utf8');
    const functions = text.matchAll(/new ServiceFunction\(scope, '(\w+)', \{[^}]*?\bentry: '([^']+)'/g);
    return Array.from(functions, ([, logicalId = '', entry = '']) => [logicalId, entry] as const);
  });

const kebabCase = (logicalId: string): string => logicalId.replaceAll(/(?!^)[A-Z]/g, '-$&').toLowerCase();

it('the file of a function has its logical id as its name', () => {
  const all = declared();
  expect(all.map(([, entry]) => entry)).toEqual(all.map(([id]) => `lambdas/functions/${kebabCase(id)}.ts`));
});

it('every file of lambdas/functions is a function', () => {
  const entries = declared().map(([, entry]) => path.basename(entry));
  expect(namesIn('lambdas/functions').toSorted()).toEqual(entries.toSorted());
});

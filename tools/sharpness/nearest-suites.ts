import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './root.ts';

const sources = '{lambdas,lib,local,operator,test,tools,demo,listen,scripts,packages}/**/*.ts';

const pathOf = (from: string, specifier: string): string =>
  specifier.startsWith('.')
    ? path.join(path.dirname(from), specifier)
    : specifier.replace(/^@swift-worker\/([^/]+)\//, 'packages/$1/src/');

/** The files of the project by those that they import. */
const readImporters = (): ReadonlyMap<string, readonly string[]> => {
  const importers = new Map<string, string[]>();
  for (const file of globSync(sources, { cwd: root, exclude: ['**/node_modules/**'] })) {
    const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, file), 'utf8'), true, true);
    for (const { fileName } of importedFiles) {
      const imported = pathOf(file, fileName);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
};

/** Suites of a room use its files through a scene, and come before others that reach them in as many imports. */
const ofTheRoom = 2;

/** Suites of the sources as texts, and not of what they do. */
const ofTexts = /^test\/(architecture|docs)\//;

/** How many words two paths have in common. */
const common = (one: string, other: string): number => {
  const words = new Set(one.split(/[^a-z]+/));
  return other.split(/[^a-z]+/).filter((word) => words.has(word)).length;
};

/** The suites that a file reaches, the nearest first: those that reach it through the fewest imports. */
export class NearestSuites {
  readonly #importers = readImporters();

  of(file: string): readonly string[] {
    const distances = new Map([[file, 0]]);
    // A map is read in the order in which it grows.
    for (const [reached, distance] of distances) {
      for (const importer of this.#importers.get(reached) ?? [])
        if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
    const rooms = path.dirname(file).split('/').slice(1);
    const rank = (suite: string, distance: number): number =>
      distance - (rooms.includes(suite.split('/')[1] ?? '') ? ofTheRoom : 0);
    return Array.from(distances, ([suite, distance]) => ({ suite, rank: rank(suite, distance) }))
      .filter(({ suite }) => suite.endsWith('.test.ts') && !ofTexts.test(suite))
      .toSorted((one, other) => one.rank - other.rank || common(file, other.suite) - common(file, one.suite))
      .map(({ suite }) => suite);
  }
}

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import * as z from 'zod';
import { filesByNeed } from './files-by-need.ts';
import { loadsName, type LoadedFile } from './loaded-file.ts';

/**
 * Bundles a function so that it loads code when it needs it: `index.js` is what the entry imports, and each further file has modules that
 * are needed together when one is imported dynamically. While it is loaded, `index.js` requires no other file. It is a program, because
 * rolldown builds asynchronously and the CDK bundles synchronously.
 */
const { root, entry, alias, directory } = z
  .object({ root: z.string(), entry: z.string(), alias: z.record(z.string(), z.string()), directory: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''));

interface Module {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
  readonly code: string | null;
}
type ModuleOf = (id: string) => Module | null;

/** A package's dynamic imports are not split: it would be loaded in many small files. */
const isOwn = (id: string): boolean => !id.includes('/node_modules/');

const importsOf = (moduleOf: ModuleOf, id: string): readonly string[] => {
  const { importedIds = [], dynamicallyImportedIds = [] } = moduleOf(id) ?? {};
  return isOwn(id) ? importedIds : [...importedIds, ...dynamicallyImportedIds];
};

/** These modules, and all that they import. */
const closureOf = (moduleOf: ModuleOf, ids: readonly string[]): ReadonlySet<string> => {
  const found = new Set(ids);
  // Iterates over what is added meanwhile, too.
  for (const id of found) for (const imported of importsOf(moduleOf, id)) found.add(imported);
  return found;
};

/** What every start loads, and each module that is loaded later, with all that it needs then. */
const partsOf = (moduleOf: ModuleOf) => {
  const first = closureOf(moduleOf, [path.join(root, entry)]);
  const dynamicIn = (ids: Iterable<string>): readonly string[] =>
    Array.from(ids)
      .filter(isOwn)
      .flatMap((id) => moduleOf(id)?.dynamicallyImportedIds ?? []);
  const later = new Set(dynamicIn(first));
  const needs = new Map<string, readonly string[]>();
  // Iterates over what is added meanwhile, too.
  for (const id of later) {
    const needed = Array.from(closureOf(moduleOf, [id])).filter((each) => !first.has(each));
    needs.set(id, needed);
    for (const each of dynamicIn(needed)) if (!first.has(each)) later.add(each);
  }
  return { first, needs };
};

/** The name of the file of each module. */
const filesOf = (moduleOf: ModuleOf): ReadonlyMap<string, string> => {
  const { first, needs } = partsOf(moduleOf);
  const sizeOf = (id: string): number => moduleOf(id)?.code?.length ?? 0;
  const later = filesByNeed(needs, { sizeOf, importsOf: (id) => importsOf(moduleOf, id) });
  return new Map([...Array.from(first, (id) => [id, 'index'] as const), ...later]);
};

let files: ReadonlyMap<string, string> | null = null;

const bundle = await rolldown({
  cwd: root,
  input: { index: entry },
  platform: 'node',
  transform: { target: 'node24' },
  resolve: {
    alias: Object.fromEntries(Object.entries(alias).map(([name, file]) => [name, path.join(root, file)])),
    mainFields: ['module', 'main'],
  },
  // The files of the folders import from `index.js`.
  preserveEntrySignatures: 'allow-extension',
});
const { output } = await bundle.write({
  dir: directory,
  format: 'cjs',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  minify: true,
  comments: false,
  sourcemap: 'hidden',
  sourcemapExcludeSources: true,
  // From the project's root: a bundle is the same wherever it is made.
  sourcemapPathTransform: (source, map) => path.relative(root, path.resolve(path.dirname(map), source)),
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: 'by need',
        name: (id, graph) => {
          files ??= filesOf((each) => graph.getModuleInfo(each));
          return files.get(id) ?? null;
        },
      },
    ],
  },
});
await bundle.close();

const loads: readonly LoadedFile[] = output.flatMap((file) =>
  file.type === 'asset'
    ? []
    : {
        name: file.fileName,
        requires: file.imports,
        modules: Object.entries(file.modules).map(([id, { renderedLength }]) => ({
          source: path.relative(root, id),
          characters: renderedLength,
        })),
      },
);
writeFileSync(path.join(directory, loadsName), JSON.stringify(loads));

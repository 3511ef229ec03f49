import path from 'node:path';
import { rolldown } from 'rolldown';
import * as z from 'zod';

/**
 * Bundles a function so that it loads code when it needs it: `index.js` is what the entry imports; `<folder>.js` is what only
 * the modules of one folder need that the entry imports dynamically; `shared.js` is what several of these folders need.
 * While it is loaded, `index.js` requires no other file and `shared.js` only `index.js`. It is a program, because rolldown builds
 * asynchronously and the CDK bundles synchronously.
 */
const { root, entry, alias, directory } = z
  .object({ root: z.string(), entry: z.string(), alias: z.record(z.string(), z.string()), directory: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''));

interface Module {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
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

/** The name of the file of each module. */
const filesOf = (moduleOf: ModuleOf): ReadonlyMap<string, string> => {
  const first = closureOf(moduleOf, [path.join(root, entry)]);
  const files = new Map(Array.from(first, (id) => [id, 'index']));
  const later = Array.from(first)
    .filter(isOwn)
    .flatMap((id) => moduleOf(id)?.dynamicallyImportedIds ?? []);
  for (const [folder, ids] of Map.groupBy(later, (id) => path.basename(path.dirname(id)))) {
    for (const id of closureOf(moduleOf, ids)) {
      if (!first.has(id)) files.set(id, files.has(id) ? 'shared' : folder);
    }
  }
  return files;
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
await bundle.write({
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

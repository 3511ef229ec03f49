import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildSync, type BuildOptions, type Metafile, type OutputFile } from 'esbuild';
import * as z from 'zod';
import { aliases } from './aliases.ts';
import type { LoadedFile } from './loaded-file.ts';

const root = path.join(import.meta.dirname, '..');

/** A file of a bundle, or its source map. */
interface BundleFile {
  readonly name: string;
  readonly contents: Uint8Array;
}
export interface Bundle {
  readonly files: readonly BundleFile[];
  readonly loads: readonly LoadedFile[];
}

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  minify: true,
  // ASCII loads fastest.
  charset: 'ascii',
  legalComments: 'none',
  sourcesContent: false,
  logLevel: 'warning',
} satisfies BuildOptions;

const modules = {
  ...common,
  alias: aliases,
  // esbuild does not tree-shake the SDK's CommonJS files.
  mainFields: ['module', 'main'],
  format: 'esm',
  splitting: true,
  sourcemap: 'inline',
} satisfies BuildOptions;

const commonJs = {
  ...common,
  format: 'cjs',
  supported: { 'dynamic-import': false },
  outdir: root,
  sourcemap: 'external',
} satisfies BuildOptions;

/** All settings of the bundler. */
export const bundling = { modules, commonJs };

const first = 'index.js';

type Outputs = ReadonlyMap<string, Metafile['outputs'][string]>;

/** What is loaded with a file: other files of the bundle. */
const staticImportsOf = (outputs: Outputs, name: string): readonly string[] =>
  (outputs.get(name)?.imports ?? [])
    .filter(({ kind, external }) => kind === 'import-statement' && external !== true)
    .map((each) => path.basename(each.path));

const loadedAtOnce = (outputs: Outputs): ReadonlySet<string> => {
  const names = new Set([first]);
  // Iterates over what is added meanwhile, too.
  for (const name of names) for (const imported of staticImportsOf(outputs, name)) names.add(imported);
  return names;
};

/** The name under which `index.js` exports one of its modules to the files that are loaded later. */
const exportedAs = (name: string): string => path.basename(name, '.js').replaceAll(/\W/g, '_');

/** One file, with all that the start loads. */
const startFile = (directory: string, atOnce: readonly string[], later: readonly string[]): readonly OutputFile[] =>
  buildSync({
    ...commonJs,
    stdin: {
      contents: [
        `export * from './${first}';`,
        ...atOnce.map((name) => `export * as ${exportedAs(name)} from './${name}';`),
      ].join('\n'),
      resolveDir: directory,
    },
    external: later.map((name) => `./${name}`),
    entryNames: path.basename(first, '.js'),
    write: false,
  }).outputFiles;

const laterFiles = (directory: string, later: readonly string[]): readonly OutputFile[] =>
  later.length === 0
    ? []
    : buildSync({
        ...commonJs,
        entryPoints: later.map((name) => path.join(directory, name)),
        outbase: directory,
        external: ['./*'],
        write: false,
      }).outputFiles;

/** Takes what the start has loaded from the file that the start has loaded. */
const fromStart = (text: string, atOnce: readonly string[]): string =>
  text.replaceAll(/require\("\.\/([^"]+)"\)/g, (whole, name: string) =>
    atOnce.includes(name) ? `require("./${first}").${exportedAs(name)}` : whole,
  );

const sourceMap = z.looseObject({ sources: z.array(z.string()) });

/** Without the directory of the first step, which has another name each time. */
const withoutDirectory = (text: string): string => {
  const map = sourceMap.parse(JSON.parse(text));
  return JSON.stringify({ ...map, sources: map.sources.map((source) => source.replace(/^.*\.cache\/[^/]+\//, '')) });
};

const loadsOf = (outputs: Outputs, atOnce: ReadonlySet<string>): readonly LoadedFile[] => {
  const modulesOf = (names: Iterable<string>): LoadedFile['modules'] =>
    Array.from(names).flatMap((name) =>
      Object.entries(outputs.get(name)?.inputs ?? {}).map(([source, { bytesInOutput: characters }]) => ({
        source,
        characters,
      })),
    );
  const later = Array.from(outputs.keys()).filter((name) => !atOnce.has(name));
  return [
    { name: first, requires: [], modules: modulesOf(atOnce) },
    ...later.map((name) => ({
      name,
      requires: staticImportsOf(outputs, name).filter((each) => !atOnce.has(each)),
      modules: modulesOf([name]),
    })),
  ];
};

/** The bundle of what esbuild has split into a directory. */
const bundleOf = (directory: string, outputs: Outputs): Bundle => {
  const loaded = loadedAtOnce(outputs);
  const later = Array.from(outputs.keys()).filter((name) => !loaded.has(name));
  const atOnce = Array.from(loaded).filter((name) => name !== first);
  const files = [...startFile(directory, atOnce, later), ...laterFiles(directory, later)];
  return {
    files: files.map(({ path: file, text }) => ({
      name: path.basename(file),
      contents: Buffer.from(file.endsWith('.map') ? withoutDirectory(text) : fromStart(text, atOnce)),
    })),
    loads: loadsOf(outputs, loaded),
  };
};

/**
 * Bundles a function so that it loads code when it needs it: `index.js` is what every start needs, and each further file is loaded for a
 * dynamic import. esbuild splits only ES modules (https://esbuild.github.io/api/#splitting), which start more slowly than CommonJS, because
 * importing a built-in module loads undici. So a second step makes CommonJS of them.
 * @param entry from the project's root, such as `lambdas/functions/dispatcher.ts`
 */
export const splitEntry = (entry: string): Bundle => {
  // In the project: the paths of sources are a part of the contents, from which the names are made.
  const cache = path.join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const directory = mkdtempSync(path.join(cache, 'bundle-'));
  try {
    const { metafile } = buildSync({ ...modules, entryPoints: { index: entry }, outdir: directory, metafile: true });
    const outputs = Object.entries(metafile.outputs).map(([file, output]) => [path.basename(file), output] as const);
    return bundleOf(directory, new Map(outputs));
  } finally {
    rmSync(directory, { recursive: true });
  }
};

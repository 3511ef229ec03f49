import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync, type BuildOptions } from 'esbuild';
import { aliases } from '../../../lib/aliases.ts';
import { writeBundle } from '../../../lib/bundle.ts';

const root = path.join(import.meta.dirname, '../../..');

/** The usual settings of a bundle: CommonJS for Lambda's Node.js, minified, with the SDK. */
const usual = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  minify: true,
  logLevel: 'error',
} satisfies BuildOptions;

export interface Bundle {
  readonly name: string;
  readonly file: string;
  readonly kilobytes: number;
}

const of = (name: string, file: string, files: readonly string[] = [file]): Bundle => {
  const bytes = files.reduce((sum, each) => sum + statSync(each).size, 0);
  return { name, file, kilobytes: bytes / 1000 };
};

const dispatcher = 'lambdas/functions/dispatcher.ts';

/** A bundle of several files, of which the first one to load is `index.js`. */
const ofFolder = (name: string, folder: string): Bundle => {
  const files = readdirSync(folder).filter((each) => each.endsWith('.js'));
  return of(
    name,
    path.join(folder, 'index.js'),
    files.map((each) => path.join(folder, each)),
  );
};

/** Bundles a peer. @param source path from the project's root */
export const bundlePeer = (directory: string, name: string, source: string): Bundle => {
  const file = path.join(directory, `${name}.cjs`);
  buildSync({ ...usual, entryPoints: [source], outfile: file });
  return of(name, file);
};

/** Bundles the dispatcher as the synthesis does. */
export const bundleOurs = (directory: string, name: string): Bundle => {
  const own = path.join(directory, name);
  writeBundle(dispatcher, own);
  return ofFolder(name, own);
};

/** Bundles the dispatcher of another checkout, as the synthesis of that checkout does. */
export const bundleOther = (directory: string, checkout: string): Bundle => {
  const own = path.join(directory, 'other');
  const build = pathToFileURL(path.resolve(checkout, 'lib/bundle.ts')).href;
  const program = `import { writeBundle } from ${JSON.stringify(build)}; writeBundle('${dispatcher}', ${JSON.stringify(own)});`;
  execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: checkout });
  return ofFolder('before', own);
};

/** Bundles a part of a bench. @param file its source */
export const bundleWorker = (directory: string, name: string, file: string, whose: 'ours' | 'peer'): Bundle => {
  const outfile = path.join(directory, `${path.basename(file, '.ts')}.cjs`);
  buildSync({
    ...usual,
    ...(whose === 'ours' && { mainFields: ['module', 'main'], alias: aliases }),
    supported: { 'dynamic-import': false },
    // In a warm process short names are not faster.
    minify: false,
    entryPoints: [file],
    outfile,
  });
  return of(name, outfile);
};

/** Bundles the program that runs the bundles. It must not load parts of Node.js before they do. */
export const bundleChild = (directory: string): string => {
  const file = path.join(directory, 'child.cjs');
  buildSync({
    ...usual,
    supported: { 'dynamic-import': false },
    entryPoints: ['tools/bench/speed/child.ts'],
    outfile: file,
  });
  return file;
};

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'fflate';
import { z } from 'zod';

/** The command of npm: that of a surrounding `npm run`, if there is one. */
export const npmCommand = (): readonly [string, readonly string[]] => {
  const { npm_execpath: own } = process.env;
  return own === undefined ? ['npm', []] : [process.execPath, [own]];
};

/** Runs npm in a folder, without a configuration that a surrounding `npm run` passes on. */
export const npm = (folder: string, ...args: readonly string[]): Promise<{ stdout: string }> => {
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const [command, first] = npmCommand();
  return promisify(execFile)(command, [...first, ...args], { cwd: folder, env: Object.fromEntries(environment) });
};

const packed = z.tuple([z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })]);

export interface Tarball {
  /** In the folder that was packed. */
  readonly name: string;
  /** The paths of the files in it, sorted. */
  readonly files: readonly string[];
}

/**
 * Packs a folder that has been built, as `npm publish` does. npm gives the files a fixed time and order. How zlib compresses them differs
 * between versions of Node.js, so that they are compressed again, for a file that is the same, byte for byte, for the same sources.
 */
export const pack = async (folder: string): Promise<Tarball> => {
  const { stdout } = await npm(folder, 'pack', '--ignore-scripts', '--json');
  const [{ filename, files }] = packed.parse(JSON.parse(stdout));
  const file = path.join(folder, filename);
  await writeFile(file, gzipSync(gunzipSync(await readFile(file)), { level: 9, mtime: 0 }));
  return { name: filename, files: files.map(({ path }) => path).toSorted() };
};

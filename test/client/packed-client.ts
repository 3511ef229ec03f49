import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const source = path.join(root, 'packages/client');
export const compiler = path.join(root, 'node_modules/typescript/bin/tsc');

export const npm = (folder: string, ...args: readonly string[]): Promise<{ stdout: string }> => {
  const { npm_execpath: own } = process.env;
  // Without a configuration that a surrounding `npm run` passes on.
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const [command, first] = own === undefined ? ['npm', []] : [process.execPath, [own]];
  return run(command, [...first, ...args], { cwd: folder, env: Object.fromEntries(environment) });
};

const packed = z.tuple([z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })]);

export interface PackedClient {
  /** The path of the tarball. */
  readonly file: string;
  /** The files in it. */
  readonly files: readonly string[];
}

/** Builds the package in that folder and packs it, as `npm publish` does. */
export const packClient = async (folder: string): Promise<PackedClient> => {
  await mkdir(folder, { recursive: true });
  for (const name of ['package.json', 'README.md', 'CHANGELOG.md', 'src']) {
    await cp(path.join(source, name), path.join(folder, name), { recursive: true });
  }
  await run(process.execPath, [compiler, '-p', source, '--outDir', path.join(folder, 'dist')]);
  const commonJs = path.join(folder, 'dist/cjs');
  await run(process.execPath, [compiler, '-p', path.join(source, 'tsconfig.cjs.json'), '--outDir', commonJs]);
  await writeFile(path.join(commonJs, 'package.json'), JSON.stringify({ type: 'commonjs' }));
  const { stdout } = await npm(folder, 'pack', '--ignore-scripts', '--json');
  const [{ filename, files }] = packed.parse(JSON.parse(stdout));
  return { file: path.join(folder, filename), files: files.map(({ path: name }) => name).toSorted() };
};

/** Installs the tarball in an empty folder, without a registry. */
export const installClient = async (folder: string, { file }: PackedClient): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "name": "partner", "private": true, "type": "module" }\n');
  await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', file);
};

/** The version of the package, and the newest one of its changes. */
export const versionsOfClient = async (): Promise<readonly [string, string | undefined]> => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(path.join(source, 'package.json'), 'utf8')));
  const changes = await readFile(path.join(source, 'CHANGELOG.md'), 'utf8');
  return [version, /^## (\S+)$/m.exec(changes)?.[1]];
};

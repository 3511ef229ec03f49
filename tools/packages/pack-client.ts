import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { pack, type Tarball } from './npm.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const source = path.join(root, 'packages/client');
const compiler = path.join(root, 'node_modules/typescript/bin/tsc');

/** Builds the client for TypeScript in an empty folder, as ES modules and as CommonJS, and packs it. */
export const packClient = async (folder: string): Promise<Tarball> => {
  await mkdir(folder, { recursive: true });
  for (const name of ['package.json', 'README.md', 'CHANGELOG.md', 'src']) {
    await cp(path.join(source, name), path.join(folder, name), { recursive: true });
  }
  await run(process.execPath, [compiler, '-p', source, '--outDir', path.join(folder, 'dist')]);
  const commonJs = path.join(folder, 'dist/cjs');
  await run(process.execPath, [compiler, '-p', path.join(source, 'tsconfig.cjs.json'), '--outDir', commonJs]);
  await writeFile(path.join(commonJs, 'package.json'), JSON.stringify({ type: 'commonjs' }));
  return pack(folder);
};

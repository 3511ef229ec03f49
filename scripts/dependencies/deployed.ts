import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { writeBundle } from '../../lib/bundle.ts';
import { packageFolders } from './source-folders.ts';

const root = path.join(import.meta.dirname, '../..');
const sourceMap = z.object({ sources: z.array(z.string()) });
const manifest = z.object({ name: z.string(), version: z.string() });

/** The packages of which code is deployed: their folders, and each as `name@version`. */
export interface Deployed {
  readonly folders: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/** Builds the functions, the portal and the documentation. @param directory where they are written */
const buildInto = (directory: string): void => {
  const entries = globSync('lambdas/functions/*.ts', { cwd: root });
  if (entries.length === 0) throw new Error('there are no functions in lambdas');
  for (const entry of entries) writeBundle(entry, path.join(directory, 'functions', path.basename(entry, '.ts')));
  const portal = ['run', '-s', 'portal:build', '--', '--outDir', path.join(directory, 'portal'), '--sourcemap'];
  execFileSync('npm', portal, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const docs = ['run', '-s', 'site', '--', '--out', path.join(directory, 'docs'), '--sourcemap'];
  // VitePress reports its progress on stderr. A failure has it in its message.
  execFileSync('npm', docs, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
};

/** Reads the source maps of everything that a stage deploys. Building it takes some 30 seconds. */
export const readDeployed = (): Deployed => {
  const directory = mkdtempSync(path.join(tmpdir(), 'deployed-'));
  try {
    buildInto(directory);
    const maps = globSync('**/*.map', { cwd: directory });
    const folders = packageFolders(
      maps.flatMap((file) => sourceMap.parse(JSON.parse(readFileSync(path.join(directory, file), 'utf8'))).sources),
    );
    const names = [...folders].map((folder) => {
      const { name, version } = manifest.parse(
        JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')),
      );
      return `${name}@${version}`;
    });
    return { folders, names: new Set(names) };
  } finally {
    rmSync(directory, { recursive: true });
  }
};

import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { pack, type Tarball } from './npm.ts';

const root = path.join(import.meta.dirname, '../..');

interface Program {
  /** The folder of its package.json, from the project's root. */
  readonly folder: string;
  /** In that folder. */
  readonly entry: string;
  /** What the package has besides its program, in that folder. */
  readonly beside: readonly string[];
}

export const listenProgram: Program = { folder: 'listen', entry: 'packaged.ts', beside: [] };
export const mcpProgram: Program = { folder: 'packages/mcp', entry: 'src/mcp.ts', beside: ['skills'] };

/**
 * Bundles a program with all that it imports into `dist/` of an empty folder, and packs it: `npx` runs the tarball without
 * installing another package.
 */
export const packProgram = async (target: string, { folder, entry, beside }: Program): Promise<Tarball> => {
  const source = path.join(root, folder);
  await mkdir(target, { recursive: true });
  for (const name of ['package.json', 'README.md', 'CHANGELOG.md', ...beside])
    await cp(path.join(source, name), path.join(target, name), { recursive: true });
  await build({
    absWorkingDir: source,
    entryPoints: [entry],
    outfile: path.join(target, 'dist', `${path.basename(entry, '.ts')}.js`),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Packages in CommonJS require built-in modules.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    // The licences of what is bundled.
    legalComments: 'eof',
    logLevel: 'warning',
  });
  return pack(target);
};

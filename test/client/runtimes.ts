import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { npm } from '../../tools/packages/npm.ts';

const run = promisify(execFile);

/** What runs JavaScript. */
interface Runtime {
  readonly name: string;
  /** Runs the function `main` of `program.mjs` in that folder. @returns the output */
  readonly run: (folder: string) => Promise<string>;
}

export interface Installed {
  readonly runtimes: readonly Runtime[];
  /** The commands of Node.js, which also run CommonJS. */
  readonly nodes: readonly (readonly [name: string, command: string, args: readonly string[]])[];
  /** The programs of the other runtimes. */
  readonly commands: { readonly deno: string; readonly bun: string; readonly workerd: string };
  /** TypeScript 5.4, the oldest that the types are for. */
  readonly oldCompiler: string;
}

const begin = "import { main } from './program.mjs';\nconsole.log(await main());\n";

const byCommand = (name: string, command: string, ...args: readonly string[]): Runtime => ({
  name,
  run: async (folder) => {
    await writeFile(path.join(folder, 'begin.mjs'), begin);
    return (await run(command, [...args, 'begin.mjs'], { cwd: folder })).stdout;
  },
});

const worker =
  "import { main } from './program.mjs';\nexport default { test: async () => console.log(await main()) };\n";

/** The runtime of Cloudflare Workers. Its programs are bundled. */
const workerConfiguration = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "worker.js")],
    compatibilityDate = "2025-01-01",
  ))],
);
`;

const workers = (command: string): Runtime => ({
  name: 'Workers (workerd)',
  run: async (folder) => {
    await build({
      stdin: { contents: worker, resolveDir: folder },
      bundle: true,
      format: 'esm',
      conditions: ['workerd', 'worker'],
      outfile: path.join(folder, 'worker.js'),
    });
    await writeFile(path.join(folder, 'worker.capnp'), workerConfiguration);
    const { stdout, stderr } = await run(command, ['test', 'worker.capnp'], { cwd: folder });
    return stdout + stderr;
  },
});

/** The packages that hold the programs themselves, so that no script of a package is run. */
const packages = (architecture: string): readonly string[] => {
  const [bun, other] = architecture === 'arm64' ? ['aarch64', 'arm64'] : ['x64', '64'];
  return [
    'typescript-5.4@npm:typescript@5.4.5',
    ...['18.20.8', '20.20.2', '24.21.0'].map((version) => {
      const [major = ''] = version.split('.');
      return `node-${major}@npm:node-linux-${architecture}@${version}`;
    }),
    `deno@npm:@deno/linux-${architecture}-glibc@2.9.6`,
    `bun@npm:@oven/bun-linux-${bun}@1.4.5`,
    `workerd@npm:@cloudflare/workerd-linux-${other}@1.20261117.1`,
  ];
};

/** Installs the runtimes in a folder. Without npm's registry it fails, which shows that nothing was tried. */
export const installRuntimes = async (folder: string): Promise<Installed> => {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "name": "runtimes", "private": true }\n');
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--force'];
  await npm(folder, 'install', ...quiet, ...packages(process.arch));
  const at = (...parts: readonly string[]): string => path.join(folder, 'node_modules', ...parts);
  // Node.js 18 has Web Crypto behind a flag. https://nodejs.org/docs/latest-v18.x/api/globals.html#crypto
  const nodes = [
    ['Node.js 18', at('node-18/bin/node'), ['--experimental-global-webcrypto']],
    ['Node.js 20', at('node-20/bin/node'), []],
    ['Node.js 24', at('node-24/bin/node'), []],
  ] as const;
  const commands = { deno: at('deno/deno'), bun: at('bun/bin/bun'), workerd: at('workerd/bin/workerd') };
  return {
    nodes,
    commands,
    oldCompiler: at('typescript-5.4/bin/tsc'),
    runtimes: [
      ...nodes.map(([name, command, args]) => byCommand(name, command, ...args)),
      byCommand('Deno', commands.deno, 'run', '--no-prompt'),
      byCommand('Bun', commands.bun),
      workers(commands.workerd),
    ],
  };
};

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);

/** What runs JavaScript. */
export interface Runtime {
  readonly name: string;
  readonly isInstalled: () => Promise<boolean>;
  /** Runs the function `main` of `program.mjs` in that folder. @returns the output */
  readonly run: (folder: string) => Promise<string>;
}

const hasCommand = (command: string) => (): Promise<boolean> =>
  run(command, ['--version']).then(
    () => true,
    () => false,
  );

const begin = "import { main } from './program.mjs';\nconsole.log(await main());\n";

const byCommand = (name: string, command: string, ...args: readonly string[]): Runtime => ({
  name,
  isInstalled: hasCommand(command),
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

const runWorker = async (folder: string): Promise<string> => {
  await build({
    stdin: { contents: worker, resolveDir: folder },
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker'],
    outfile: path.join(folder, 'worker.js'),
  });
  await writeFile(path.join(folder, 'worker.capnp'), workerConfiguration);
  const { stdout, stderr } = await run('workerd', ['test', 'worker.capnp'], { cwd: folder });
  return stdout + stderr;
};

export const runtimes: readonly Runtime[] = [
  byCommand('Node.js', process.execPath, '--import', path.join(import.meta.dirname, '../docs/node-20.mjs')),
  byCommand('Deno', 'deno', 'run', '--no-prompt'),
  byCommand('Bun', 'bun'),
  { name: 'workerd', isInstalled: hasCommand('workerd'), run: runWorker },
];

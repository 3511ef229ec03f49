import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { npm } from '../../tools/packages/npm.ts';
import { installClient, packedClient, type PackedClient } from './packed-client.ts';
import { allRight, playProgram } from './receiver-program.ts';
import { endpoint } from './receiver-requests.ts';
import { installRuntimes, type Installed } from './runtimes.ts';

const programs = path.join(import.meta.dirname, 'frameworks');
let directory = '';
let client: PackedClient;
let installed: Installed;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'receivers-'));
  const packing = packedClient(path.join(directory, 'package'));
  [client, installed] = await Promise.all([packing, installRuntimes(path.join(directory, 'runtimes'))]);
});
afterAll(() => rm(directory, { recursive: true }));

/** A project in a folder that was empty, with the client and these packages. */
const project = async (name: string, ...packages: readonly string[]): Promise<string> => {
  const folder = path.join(directory, name);
  await installClient(folder, client);
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  if (packages.length > 0) await npm(folder, 'install', ...quiet, ...packages);
  await cp(programs, folder, { recursive: true });
  await writeFile(path.join(folder, 'endpoint.mjs'), `export default ${JSON.stringify(endpoint)};\n`);
  return folder;
};

const ofNode = [
  ['Node.js', ['node.mjs'], []],
  ['Express', ['express.mjs'], ['express@5']],
  ['Express 4 with express.raw', ['express-raw.mjs'], ['express@4']],
  ['Fastify', ['fastify.mjs'], ['fastify@5']],
  ['Hono', ['hono.mjs'], ['hono@4', '@hono/node-server@2']],
  ['AWS Lambda behind a function URL', ['lambda.mjs', 'v2'], []],
  ['AWS Lambda behind a REST API', ['lambda.mjs', 'v1'], []],
  ['AWS Lambda behind a load balancer', ['lambda.mjs', 'alb'], []],
  ['AWS Lambda behind a load balancer with lists of values', ['lambda.mjs', 'lists'], []],
] as const;

test.each(ofNode)('%s, on Node.js 20 and 24', async (name, args, packages) => {
  const folder = await project(name, ...packages);
  for (const [version, command] of installed.nodes.slice(1)) {
    expect([version, await playProgram({ command, args, folder })]).toEqual([version, allRight]);
  }
});

/** The runtime of Workers takes a bundle. It says its port on the standard output. */
const configuration = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "bundle.mjs")],
    compatibilityDate = "2025-01-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

test('web-standard requests of Deno, Bun and Workers', async () => {
  const folder = await project('web');
  const { deno, bun, workerd } = installed.commands;
  await build({
    entryPoints: [path.join(folder, 'worker.mjs')],
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker'],
    outfile: path.join(folder, 'bundle.mjs'),
  });
  await writeFile(path.join(folder, 'worker.capnp'), configuration);
  for (const [command, ...args] of [
    [deno, 'run', '--allow-net=127.0.0.1', 'deno.mjs'],
    [bun, 'bun.mjs'],
    [workerd, 'serve', '--control-fd=1', 'worker.capnp'],
  ] as const) {
    expect([args, await playProgram({ command, args, folder })]).toEqual([args, allRight]);
  }
});

test('a route handler of Next.js, built once and started on Node.js 20 and 24', async () => {
  const folder = await project('Next.js', 'next@16', 'react@19', 'react-dom@19');
  const environment = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const next = 'node_modules/next/dist/bin/next';
  await promisify(execFile)(process.execPath, [next, 'build'], { cwd: folder, env: environment });
  for (const [version, command] of installed.nodes.slice(1)) {
    const args = [next, 'start', '--hostname', '127.0.0.1', '--port', '0'];
    expect([version, await playProgram({ command, args, folder, environment })]).toEqual([version, allRight]);
  }
});

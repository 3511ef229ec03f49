#!/usr/bin/env node
/**
 * `npx @swift-worker/sandbox`: starts the service with its surroundings, or runs one of its programs. At first it installs what is not bundled:
 * DynamoDB Local, and the Node.js that the service runs on where this one is older. Runs on Node.js 20 and later.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const setUp = path.join(folder, 'set-up');
const modules = path.join(setUp, 'node_modules');
const { node: version } = JSON.parse(readFileSync(path.join(setUp, 'package.json'), 'utf8')).engines;

const isNewEnough = Number.parseInt(process.versions.node, 10) >= Number.parseInt(version, 10);
const system = process.platform === 'win32' ? 'win' : process.platform;
const ownNode = `node-${system}-${process.arch}`;
const node = isNewEnough ? process.execPath : path.join(modules, ownNode, 'bin/node');

if (!existsSync(path.join(modules, 'amplify-dynamodb-simulator')) || !existsSync(node)) {
  process.stdout.write('Installing what the sandbox runs on …\n');
  const words = ['install', '--prefix', setUp, '--no-save', '--no-package-lock', '--ignore-scripts'];
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { stdio: 'inherit', shell: process.platform === 'win32' };
  const { status } = spawnSync('npm', [...words, ...quiet, ...(isNewEnough ? [] : [`${ownNode}@${version}`])], options);
  if (status !== 0) {
    process.stderr.write('It could not be installed: see the output of npm above.\n');
    process.exit(1);
  }
}

const programs = ['listen', 'operator', 'token'];
const [first, ...others] = process.argv.slice(2);
const [program, words] = programs.includes(first) ? [first, others] : ['start', process.argv.slice(2)];
const child = spawn(node, [path.join(folder, `dist/${program}.js`), ...words], {
  stdio: 'inherit',
  // The stack stops when this process has ended: local/start.ts.
  env: { ...process.env, NODE_PATH: modules, npm_lifecycle_event: 'start' },
});
// Ctrl-C reaches the child as well. This process waits for its end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
}
// npx ends without a word to this process when it is killed.
const { npmAncestors } = await import(new URL('dist/npm-ancestors.js', import.meta.url));
const starters = npmAncestors();
setInterval(() => {
  if (npmAncestors() !== starters) child.kill('SIGTERM');
}, 1_000).unref();
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});

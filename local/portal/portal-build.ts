import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createBuiltSite, type BuiltSite } from '../built-site.ts';

const root = path.join(import.meta.dirname, '../..');
/** What stands in the portal's folder and is no source. */
const made = new Set(['dist', 'node_modules']);
const others = ['lambdas/kernel/look.ts', 'packages/client/src', 'packages/customer-file/src', 'package-lock.json'];

/** Runs the build in a process group of its own, because npm starts further processes. It ends when all of them have. */
const build = (directory: string, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const words = ['run', '-s', 'portal:build', '--', '--outDir', directory, '--emptyOutDir'];
    const npm = spawn('npm', words, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    const end = (): void => {
      if (npm.pid !== undefined) process.kill(-npm.pid);
    };
    signal.addEventListener('abort', end);
    npm.once('error', reject);
    npm.once('exit', () => {
      signal.removeEventListener('abort', end);
    });
    npm.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`the portal could not be built:\n${said}`));
    });
  });
};

/** The files of the portal, as a deployment builds them. Their build takes some 10 seconds. */
export const createPortalBuild = (): BuiltSite =>
  createBuiltSite({
    sources: async () => {
      const own = (await readdir(path.join(root, 'portal'))).filter((name) => !made.has(name));
      return [...own.map((name) => `portal/${name}`), ...others];
    },
    context: 'portal',
    cacheDirectory: path.join(root, 'node_modules/.cache/swift-worker/portal'),
    make: build,
  });

import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** Runs an npm script of the project on the terminal. @returns its exit code */
export const npmRun = (script: string, args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '-s', script, '--', ...args], { cwd: root, stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) => {
      resolve(code ?? 1);
    });
  });

import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** Plays the world in a process of its own, whose random numbers are seeded. @returns what it printed @throws when a rule breaks */
export const playWorld = (...options: readonly string[]): string =>
  execFileSync(process.execPath, ['tools/world.ts', ...options], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });

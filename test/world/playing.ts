import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** Runs a script of the world in a process of its own, whose random numbers are seeded. @returns what it printed @throws when a rule breaks */
export const play = (script: string, ...options: readonly string[]): string =>
  execFileSync(process.execPath, [script, ...options], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });

/** Plays schedules. @returns what it printed @throws when a rule breaks */
export const playWorld = (...options: readonly string[]): string => play('tools/world.ts', ...options);

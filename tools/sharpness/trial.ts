import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { measuredSuite, type MeasuredSuite } from './coverage.ts';
import type { Mutant } from './mutants.ts';
import { root } from './root.ts';

/** What is run on a mutant, with the seconds that it takes without one. */
export interface Trial {
  readonly suites: readonly Pick<MeasuredSuite, 'suite' | 'seconds'>[];
  readonly schedules: number;
  readonly worldSeconds: number;
}

export interface Verdict {
  readonly bySuites: boolean;
  readonly byWorld: boolean;
}

type Change = Pick<Mutant, 'file' | 'start' | 'end' | 'after'>;

const substitute = pathToFileURL(path.join(import.meta.dirname, 'substitute.ts')).href;

const variablesOf = (mutant: Change): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${substitute}`,
  SHARPNESS_MUTANT: JSON.stringify(mutant),
});

/** Ends the program that runs, and lets no other begin. */
export const interruption = new AbortController();

/** @returns whether the program ended well, in time @throws Error when it was interrupted */
const succeeds = (args: readonly string[], variables: NodeJS.ProcessEnv, seconds: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const { signal } = interruption;
    signal.throwIfAborted();
    // A group of its own, so that its children end with it. A signal of the terminal does not reach it.
    const env = { ...process.env, ...variables };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore', detached: true });
    const end = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    };
    const timer = setTimeout(end, seconds * 1000);
    signal.addEventListener('abort', end);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(new Error('sharpness was interrupted'));
      else resolve(code === 0);
    });
  });

/** A mutant may take this many times as long, and some more to start, before it counts as one that never ends. */
const limitOf = (seconds: number): number => 60 + 5 * seconds;

const jest = (...args: readonly string[]): readonly string[] => [
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--runInBand',
  '--silent',
  '--runTestsByPath',
  ...args,
];

const world = (schedules: number): readonly string[] => [path.join(import.meta.dirname, 'play.ts'), String(schedules)];

/** Runs suites without a mutant. @returns those that pass @param files of which it is measured what the suites run */
export const measureSuites = async (
  suites: readonly string[],
  files: readonly string[],
): Promise<readonly MeasuredSuite[]> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sharpness-'));
  try {
    const output = path.join(folder, 'suites');
    await writeFile(output, '');
    const reporter = `--reporters=${path.join(import.meta.dirname, 'coverage-reporter.ts')}`;
    const variables = { SHARPNESS_COVERAGE: JSON.stringify({ output, files }) };
    await succeeds([...jest(...suites), reporter], variables, 3600);
    const lines = (await readFile(output, 'utf8')).split('\n').filter((line) => line !== '');
    return lines.map((line) => measuredSuite.parse(JSON.parse(line))).filter(({ passed }) => passed);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** @returns the seconds that the world takes without a mutant @throws when it breaks a rule */
export const measureWorld = async (schedules: number): Promise<number> => {
  if (schedules === 0) return 0;
  const began = performance.now();
  if (!(await succeeds(world(schedules), {}, 3600))) throw new Error('the world breaks a rule without a mutant');
  return (performance.now() - began) / 1000;
};

/** Runs suites and the world on a mutant. A program that fails, or never ends, kills it. */
export const tryMutant = async (mutant: Change, { suites, schedules, worldSeconds }: Trial): Promise<Verdict> => {
  const { file, start, end, after } = mutant;
  const variables = variablesOf({ file, start, end, after });
  const total = suites.reduce((sum, { seconds }) => sum + seconds, 0);
  const names = suites.map(({ suite }) => suite);
  const passes = names.length === 0 || (await succeeds(jest('--bail', ...names), variables, limitOf(total)));
  const holds = schedules === 0 || (await succeeds(world(schedules), variables, limitOf(worldSeconds)));
  return { bySuites: !passes, byWorld: !holds };
};

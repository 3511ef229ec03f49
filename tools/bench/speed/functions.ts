import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { writeBundle } from '../../../lib/bundle.ts';
import { functionLoads } from '../../loads.ts';
import { variables } from '../../../lambdas/runtime/environment.ts';
import type { Section } from '../section.ts';
import { least, median } from './statistics.ts';

const rounds = 7;

/** Loads a function in a fresh process, and tells for how long, and the memory that the process has. Its peak would be that of its parent before. */
const program =
  'const began = performance.now(); require(process.argv[1]);' +
  'const milliseconds = performance.now() - began;' +
  'const { rss, heapTotal, external } = process.memoryUsage();' +
  'const besideHeap = (rss - heapTotal - external) / 1e6;' +
  'process.stderr.write(JSON.stringify({ milliseconds, megabytes: rss / 1e6, besideHeap }));' +
  'process.exit(0);';

const started = z.object({
  milliseconds: z.number(),
  megabytes: z.number(),
  /** Megabytes of the process that are neither in the heap nor in buffers. */
  besideHeap: z.number(),
});
type Started = z.output<typeof started>;

/** Values with which every function starts. None is called. */
const environment = {
  ...Object.fromEntries(Object.values(variables).map((name) => [name, 'http://127.0.0.1:1/1'])),
  [variables.stage]: 'local',
  [variables.rateScale]: '1',
  [variables.retryDivisor]: '1',
  [variables.deliverySlots]: '1',
  [variables.memberJwks]: '{"keys":[]}',
  [variables.signUpLaunch]: 'dialog',
  [variables.signUpCoexistence]: 'off',
  [variables.maintenance]: 'off',
  AWS_REGION: 'us-east-1',
};

const start = (file: string): Started => {
  const { stderr, status } = spawnSync(process.execPath, ['-e', program, file], { env: environment, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${file} does not start: ${stderr.slice(-2_000)}`);
  return started.parse(JSON.parse(stderr));
};

/** Starts each function in fresh processes, in turn. @returns what each start took, by function */
const startFunctions = (names: readonly string[]): ReadonlyMap<string, readonly Started[]> => {
  const directory = mkdtempSync(path.join(tmpdir(), 'functions-'));
  try {
    for (const name of names) writeBundle(`lambdas/functions/${name}.ts`, path.join(directory, name));
    const starts = new Map(names.map((name) => [name, new Array<Started>()]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, all] of starts) all.push(start(path.join(directory, name, 'index.js')));
    }
    return starts;
  } finally {
    rmSync(directory, { recursive: true });
  }
};

/** What the start of each function costs: its code, time and memory. */
export const functions: Section = {
  name: 'functions',
  measure: () => {
    const loads = Array.from(functionLoads());
    const starts = startFunctions(loads.map(([name]) => name));
    const rows = loads.map(([name, { kilobytes, modules }]) => {
      const all = starts.get(name) ?? [];
      const times = all.map(({ milliseconds }) => milliseconds);
      return [name, kilobytes, modules, least(times), median(times), median(all.map(({ megabytes }) => megabytes))];
    });
    return Promise.resolve([
      {
        title: `The start of each function, ${rounds} fresh processes in turn`,
        head: ['function', 'KB loaded', 'modules', 'least ms', 'median ms', 'memory, median MB'],
        rows,
      },
    ]);
  },
};

/** `npm run sharpness`: breaks rules of the functions one at a time, and counts how many the suites and the world notice. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { dice } from './harness/dice.ts';
import { suitesAt, type MeasuredSuite } from './sharpness/coverage.ts';
import { mutantsOf, type Mutant } from './sharpness/mutants.ts';
import { NearestSuites } from './sharpness/nearest-suites.ts';
import { isUnexplained, scoreOf, sharpnessTable, shownMutant, type Tried } from './sharpness/report.ts';
import { root } from './sharpness/root.ts';
import { interruption, measureSuites, measureWorld, tryMutant } from './sharpness/trial.ts';

/** The share of the mutants that a release must notice. */
const leastScore = 0.9;

const whole = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('It must be a whole number.');
  return value;
};

const program = new Command('npm run sharpness --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'Makes mutants of the functions: a term of a condition, a refusal, a ttl, a comparison or a guard is removed. ' +
      'A mutant that no suite and no schedule of the world notices survives: tools/sharpness/equivalent.ts names those that break no rule.',
  )
  .option('--room <folders...>', 'mutants of folders of lambdas/, such as lines or store/table; default: all of it')
  .option('--only <file:line>', 'mutants of one line')
  .option('--sample <n>', 'tries some mutants of each room, by the seed', whole)
  .option('--seed <n>', 'the seed of the sample', whole, 1)
  .option('--near <n>', 'how many suites are looked at, by the number of imports to the file', whole, 40)
  .option('--suites <n>', 'how many of those that run the changed place are run on a mutant', whole, 10)
  .option('--seconds <n>', 'how long these suites take at most', whole, 60)
  .option('--schedules <n>', 'how many schedules of the world are played on a mutant', whole, 60)
  .option('--list', 'prints the mutants, and tries none')
  .parse();
const options = z
  .object({
    room: z.array(z.string()).default(['']),
    only: z.string().optional(),
    sample: z.number().optional(),
    seed: z.number(),
    near: z.number(),
    suites: z.number(),
    seconds: z.number(),
    schedules: z.number(),
    list: z.boolean().default(false),
  })
  .parse(program.opts());

const isIn = ({ file }: Mutant, room: string): boolean => file.startsWith(path.posix.join('lambdas', room, '/'));

const sampleOf = (mutants: readonly Mutant[]): readonly Mutant[] => {
  const random = dice(options.seed);
  return mutants
    .map((mutant) => ({ mutant, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, options.sample ?? mutants.length)
    .map(({ mutant }) => mutant);
};

// Scripts of pages run in browsers.
const files = globSync('lambdas/**/*.ts', { cwd: root, exclude: ['lambdas/connect/browser/**'] }).toSorted();
const found = files.flatMap((file) => mutantsOf(file, readFileSync(path.join(root, file), 'utf8')));
const chosen = found.filter(({ file, line }) => options.only === undefined || `${file}:${line}` === options.only);
const mutants = options.room.flatMap((room) => sampleOf(chosen.filter((mutant) => isIn(mutant, room))));

/** The first suites that do not take too long together. */
const affordable = (suites: readonly MeasuredSuite[]): readonly MeasuredSuite[] => {
  let left = options.seconds;
  return suites.slice(0, options.suites).filter(({ seconds }) => {
    if (seconds > left) return false;
    left -= seconds;
    return true;
  });
};

const verdictOf = ({ bySuites, byWorld }: Tried): string => {
  const killers = [...(bySuites ? ['suites'] : []), ...(byWorld ? ['the world'] : [])];
  return killers.length === 0 ? 'survived' : `killed by ${killers.join(' and ')}`;
};

const tryAll = async (): Promise<readonly Tried[]> => {
  const { schedules } = options;
  const nearest = new NearestSuites();
  const near = new Map(mutants.map(({ file }) => [file, nearest.of(file).slice(0, options.near)]));
  const all = new Set(Array.from(near.values()).flat());
  const measured = new Map(
    (await measureSuites(Array.from(all), Array.from(near.keys()))).map((one) => [one.suite, one]),
  );
  for (const suite of all)
    if (!measured.has(suite)) console.log(`left out, because it fails without a mutant: ${suite}`);
  const worldSeconds = await measureWorld(schedules);
  const tried: Tried[] = [];
  for (const mutant of mutants) {
    const reached = (near.get(mutant.file) ?? []).flatMap((suite) => measured.get(suite) ?? []);
    const suites = affordable(suitesAt(reached, mutant.file, mutant.start));
    const verdict = await tryMutant(mutant, { suites, schedules, worldSeconds });
    const one = { ...verdict, mutant };
    tried.push(one);
    console.log(
      `${tried.length} of ${mutants.length}: ${verdictOf(one)} (${suites.length} suites): ${shownMutant(mutant)}`,
    );
  }
  return tried;
};

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    interruption.abort();
  });

if (options.list) for (const mutant of mutants) console.log(shownMutant(mutant));
else {
  const tried = await tryAll();
  const survivors = tried.filter(isUnexplained);
  if (survivors.length > 0) console.log('\nSurvived:');
  for (const { mutant } of survivors) console.log(shownMutant(mutant));
  console.log(sharpnessTable(tried));
  process.exitCode = scoreOf(tried) < leastScore ? 1 : 0;
}

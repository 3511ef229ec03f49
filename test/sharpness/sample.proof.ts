import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { suitesAt, type MeasuredSuite } from '../../tools/sharpness/coverage.ts';
import { mutantsOf, type Mutant } from '../../tools/sharpness/mutants.ts';
import { root } from '../../tools/sharpness/root.ts';
import { measureSuites, measureWorld, tryMutant } from '../../tools/sharpness/trial.ts';

const work = 'lambdas/store/table/work.ts';
const instances = 'lambdas/store/instances/instances.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const mutantOf = (file: string, before: string): Mutant => {
  const found = mutantsOf(file, read(file)).find(
    (mutant) => mutant.mutator === 'condition term' && mutant.before === before,
  );
  if (found === undefined) throw new Error(`there is no term ${before} in ${file}`);
  return found;
};

// A change of what functions call gives each seed another schedule: of twenty, none may meet the mutant.
const schedules = 60;
let [worldSeconds, suites]: [number, readonly MeasuredSuite[]] = [0, []];

beforeAll(async () => {
  worldSeconds = await measureWorld(schedules);
  suites = await measureSuites(['test/store/lost-answers.test.ts', 'test/lines/instances.test.ts'], [work, instances]);
});

it.each([
  [work, '#lease = :lease'],
  [work, 'due_at <= :now'],
])('a mutant of %s that makes %j true is killed by suites', async (file, term) => {
  const mutant = mutantOf(file, term);
  const trial = { suites: suitesAt(suites, file, mutant.start), schedules: 0, worldSeconds };
  expect(await tryMutant(mutant, trial)).toEqual({ bySuites: true, byWorld: false });
});

it('a line that is written over another change is killed by the world', async () => {
  const mutant = mutantOf(instances, 'revision = :read');
  expect(await tryMutant(mutant, { suites: [], schedules, worldSeconds })).toEqual({ bySuites: false, byWorld: true });
});

it('a mutant that changes a comment survives', async () => {
  const start = read(work).indexOf('Extends the lease');
  const mutant = { file: work, start, end: start + 'Extends'.length, after: 'Shortens' };
  expect(await tryMutant(mutant, { suites, schedules, worldSeconds })).toEqual({ bySuites: false, byWorld: false });
});

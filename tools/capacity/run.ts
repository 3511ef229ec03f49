import { Command, InvalidArgumentError } from 'commander';
import { findCeiling } from './find-ceiling.ts';
import { measure, openBench, type Measured, type Setting } from './measure.ts';
import type { Result } from './result.ts';
import { openProgress } from './report/progress.ts';
import { printResults } from './report/print.ts';
import { writePage } from './report/write-page.ts';
import { writeRecording } from './recording/write.ts';
import { targets } from './targets.ts';

const whole = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number)) throw new InvalidArgumentError('it is not a whole number');
  return number;
};

const names = targets.map(({ scenario }) => scenario.name);

interface Options {
  readonly seed: number;
  readonly scenario?: readonly string[];
  readonly record?: true;
  readonly page?: true;
}

const optionsOf = (argv: readonly string[]): Options =>
  new Command('npm run capacity --')
    .description('Simulates how many operations a second the service sustains, and finds the bottlenecks.')
    .option('--seed <number>', 'the seed of the random numbers', whole, 1)
    .option('--scenario <name...>', `only these: ${names.join(', ')}`)
    .option('--record', 'records the table calls of each operation again, with DynamoDB Local, and ends')
    .option('--page', 'also writes docs/capacity.md with its charts')
    .helpOption('-h, --help', 'show this')
    .parse(argv)
    .opts<Options>();

export const runCapacity = async (argv: readonly string[]): Promise<number> => {
  const options = optionsOf(argv);
  if (options.record) {
    await writeRecording();
    return 0;
  }
  const bench = await openBench(options.seed);
  const wanted = targets.filter(({ scenario }) => options.scenario?.includes(scenario.name) ?? true);
  const progress = openProgress(wanted.length);
  const results: Result[] = [];
  for (const target of wanted) {
    const { scenario, setting, goal } = target;
    const { scale, seconds } = scenario;
    const ceiling = findCeiling(bench, { scenario, setting, scale, seconds }, target.least, (rate) => {
      progress.tell(scenario.name, rate);
    });
    const goalWith = (quotas: Setting | undefined): Measured | null =>
      goal === null || quotas === undefined
        ? null
        : measure(bench, { scenario, setting: quotas, rate: goal.rate, scale, seconds });
    results.push({ target, ceiling, atGoal: goalWith(goal?.setting), withEnough: goalWith(goal?.enough) });
    progress.next();
  }
  progress.stop();
  printResults(results);
  if (options.page) await writePage(results);
  const below = results.filter(({ target, ceiling }) => ceiling.rate < target.least);
  for (const { target } of below) console.error(`${target.scenario.name} is below its target of ${target.least}`);
  return below.length === 0 ? 0 : 1;
};

/** `npm run capacity`: computes and simulates the load that the service sustains within the limits of AWS. */
import { Command, InvalidArgumentError } from 'commander';
import { openProgress } from './report/progress.ts';
import { printResults, writePage } from './report/report.ts';
import { writeRecording } from './recording/write.ts';
import { resultOf } from './results.ts';
import { openRows } from './rows.ts';

const whole = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number)) throw new InvalidArgumentError('it is not a whole number');
  return number;
};

const rows = await openRows();

interface Options {
  readonly seed: number;
  readonly scenario?: readonly string[];
  readonly record?: true;
  readonly page?: true;
}

const options = new Command('npm run capacity --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description('Finds how many operations a second the service sustains, and the bottlenecks.')
  .option('--seed <number>', 'the seed of the random numbers of simulated loads', whole, 1)
  .option('--scenario <name...>', `only these: ${rows.map(({ name }) => name).join(', ')}`)
  .option('--record', 'records the table calls of each operation again, with DynamoDB Local, and ends')
  .option('--page', 'also writes docs/capacity.md with its charts')
  .helpOption('-h, --help', 'show this')
  .parse(process.argv)
  .opts<Options>();

const run = async (): Promise<void> => {
  const wanted = rows.filter(({ name }) => options.scenario?.includes(name) ?? true);
  const progress = openProgress(wanted.length);
  const results = wanted.map((row) => {
    const result = resultOf(row, options.seed, (rate) => {
      progress.tell(row.name, rate);
    });
    progress.next();
    return result;
  });
  progress.stop();
  printResults(results);
  if (options.page) await writePage(results);
  for (const { row, ceiling } of results) {
    if (ceiling >= row.least) continue;
    console.error(`${row.name} is below its target of ${row.least}`);
    process.exitCode = 1;
  }
};

await (options.record ? writeRecording() : run());

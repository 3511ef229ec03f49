/** `npm run fuzz -- --seconds N [--seed S]`: sends invalid and hostile calls to the API, and reports wrong answers. */
import { Presets, SingleBar } from 'cli-progress';
import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { startTestTable } from './harness/test-table.ts';
import { costTable, measureCosts } from './fuzz/costs.ts';
import { diceOf } from './fuzz/dice.ts';
import { fuzz } from './fuzz/fuzz.ts';

const whole = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('It must be a whole number.');
  return value;
};

const program = new Command('npm run fuzz --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description('Sends calls to the API that follow its schemas or break them, and reports wrong answers.')
  .option('--seconds <n>', 'the time in seconds', whole, 60)
  .option('--seed <n>', 'repeats the calls of a seed; default: a random seed', whole)
  .option('--costs', 'measures instead what reading each field of each route costs at most')
  .helpOption('-h, --help', 'show this');
const options = z
  .object({
    costs: z.boolean().default(false),
    seconds: z.number().positive(),
    seed: z.number().default(() => Math.floor(Math.random() * 2 ** 31)),
  })
  .parse(program.parse().opts());
const { costs, seconds, seed } = options;

if (costs) {
  const measured = await startTestTable();
  const found = await measureCosts(measured, 1);
  await measured.stop();
  console.log(costTable(found));
  process.exit(found.some(({ fault }) => fault !== null) ? 1 : 0);
}

console.log(`seed ${seed}`);
const bar = new SingleBar(
  { format: '{bar} {value} of {total} s, {requests} requests', hideCursor: true },
  Presets.shades_classic,
);
bar.start(seconds, 0, { requests: 0 });
const table = await startTestTable();
const began = performance.now();
const elapsed = (): number => (performance.now() - began) / 1000;
const runFuzz = async () => {
  try {
    return await fuzz(table, diceOf(seed), (requests) => {
      bar.update(Math.min(seconds, Math.floor(elapsed())), { requests });
      return elapsed() < seconds;
    });
  } finally {
    await table.stop();
    bar.stop();
  }
};
const { requests, byStatus, callbacks, findings } = await runFuzz();

for (const { what, times, request, detail } of findings.all) {
  console.log(`\n${what} (${times} times)\n    ${request}\n    ${detail}`);
}
const answers = Array.from(byStatus).sort(([left], [right]) => left - right);
console.log(`\n${answers.map(([status, times]) => `${status}: ${times}`).join('  ')}`);
console.log(`${requests} requests, ${callbacks} callbacks sent on, ${findings.all.length} findings`);
process.exitCode = findings.all.length === 0 ? 0 : 1;

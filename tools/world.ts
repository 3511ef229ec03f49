/** `npm run world`: plays the functions on one seeded scheduler, and checks the rules of the contract at the end. */
import { Presets, SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { readyProcess } from './world/playing.ts';
import { runSchedule, shrunk, type Outcome } from './world/schedule.ts';

const program = new Command('npm run world --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'Plays schedules: an hour and more of virtual time with several callers, workers and faults at once. ' +
      'A schedule that breaks a rule is played again without the faults that do not matter.',
  )
  .option('--seed <number>', 'plays one schedule, and prints each of its calls')
  .option('--from <number>', 'the first seed; "new" for seeds that were never played', '1')
  .option('--schedules <number>', 'how many are played', '300')
  .parse();
const options = program.opts<{ readonly seed?: string; readonly from: string; readonly schedules: string }>();

const print = (seed: number, { about, violations, struck }: Outcome): void => {
  console.log(`\nseed ${seed}: ${about}`);
  for (const place of struck) console.log(`    fault: ${place}`);
  for (const { rule, what } of violations) console.log(`    broken: ${rule}: ${what}`);
};

/** Plays some schedules. @returns how many break a rule */
const playAll = async (first: number, count: number): Promise<number> => {
  const bar = new SingleBar({ hideCursor: true, clearOnComplete: true }, Presets.shades_classic);
  const began = performance.now();
  let [broken, events] = [0, 0];
  bar.start(count, 0);
  for (let seed = first; seed < first + count; seed += 1) {
    const outcome = await runSchedule(seed);
    events += outcome.events;
    bar.increment();
    const [violation] = outcome.violations;
    if (violation === undefined) continue;
    broken += 1;
    print(seed, await shrunk(seed, violation.rule));
  }
  bar.stop();
  const minutes = (performance.now() - began) / 60_000;
  const speed = Math.round(count / minutes);
  console.log(`${count} schedules from seed ${first}, ${speed} a minute, ${events} events, ${broken} broken`);
  return broken;
};

const playOne = async (seed: number): Promise<number> => {
  const outcome = await runSchedule(seed, {}, true);
  for (const line of outcome.trace) console.log(line);
  print(seed, outcome);
  return outcome.violations.length;
};

await readyProcess();
const { seed, from, schedules } = options;
const first = from === 'new' ? Date.now() : Number(from);
const broken = seed === undefined ? await playAll(first, Number(schedules)) : await playOne(Number(seed));
process.exitCode = broken === 0 ? 0 : 1;

/** `npm run crash`: makes each outside call of every command and worker fail, and compares the end state with an undisturbed run. */
import { Presets, SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { plays } from './crash/plays.ts';
import { openStage } from './crash/stage.ts';
import { tryOut, type Verdict } from './crash/trial.ts';
import { printDivergence, tableOf } from './crash/print.ts';

const program = new Command('npm run crash --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'Runs every command and every worker with a crash before each of its outside calls, with a crash after it, ' +
      'with its answer lost, and with no time left after it. Repeats it as a client or a queue would, and compares the end with an undisturbed run.',
  )
  .option('--only <text>', 'only plays with this text in their name, such as deactivate or "connect: the return"', '')
  .option('--differences <number>', 'how many differences of a divergence are printed', '4')
  .parse();
const { only, differences } = program.opts<{ readonly only: string; readonly differences: string }>();
const wanted = plays.filter(({ name, about }) => `${name}: ${about}`.includes(only));

const bar = new SingleBar(
  {
    format: '{bar} {value} of {total}  {name} ({tried} of {runs})',
    hideCursor: true,
    clearOnComplete: true,
    // A run takes many minutes: a log shows twice a minute how far it is.
    noTTYOutput: true,
    notTTYSchedule: 30_000,
  },
  Presets.shades_classic,
);
bar.start(wanted.length, 0, { name: '', tried: 0, runs: 0 });
const stage = await openStage();
const verdicts: Verdict[] = [];
try {
  for (const [index, play] of wanted.entries()) {
    const progress = (tried: number, runs: number): void => {
      bar.update(index, { name: `${play.name}: ${play.about}`, tried, runs });
    };
    try {
      verdicts.push(await tryOut(stage, play, { pick: () => true, progress }));
    } catch (error) {
      throw new Error(`the play "${play.name}: ${play.about}" could not be tried`, { cause: error });
    }
  }
} finally {
  bar.stop();
  await stage.stop();
}

for (const verdict of verdicts) {
  for (const divergence of verdict.divergences) printDivergence(verdict, divergence, Number(differences));
}
console.log(tableOf(verdicts));
const sum = (of: (verdict: Verdict) => number): number => verdicts.reduce((total, verdict) => total + of(verdict), 0);
const divergences = sum((verdict) => verdict.divergences.length);
console.log(
  `${sum(({ runs }) => runs)} disturbed runs; ${sum(({ repeated }) => repeated)} messages were repeated with their id`,
);
console.log(`${sum(({ calls }) => calls)} calls, ${divergences} divergences`);
process.exitCode = divergences === 0 ? 0 : 1;

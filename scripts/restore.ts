/** `npm run restore -- …`: copies a stage's table as it was into a new table, and switches the stage to it. docs/operations/restoring.md */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Presets, SingleBar } from 'cli-progress';
import { Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { production, staging } from '../lib/stages.ts';
import { defaultStateFile } from '../local/state-file.ts';
import { Failure } from '../operator/failure.ts';
import { stages } from '../operator/stage.ts';
import { print } from '../packages/terminal/src/output.ts';
import { erasedFile } from './backup/erasures.ts';
import { openDeployedRestoredStage } from './restore/deployed-restored-stage.ts';
import { openLocalRestoredStage } from './restore/local-restored-stage.ts';
import { readProgress, removeProgress, writeProgress } from './restore/progress-file.ts';
import { complainOfFailure } from './restore/complain-of-failure.ts';
import { npmRun } from './restore/npm-run.ts';
import type { RestoredStage } from './restore/restored-stage.ts';
import { beginRestore, runRestore, type Screen } from './restore/run-restore.ts';
import { abandon } from './restore/steps.ts';

const root = path.join(import.meta.dirname, '..');

const parseTime = (text: string): string => {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It has to be a time, such as 2026-01-31T12:00:00Z.');
  return time.toISOString();
};

const options = z
  .object({
    stage: z.enum(stages),
    state: z.string(),
    at: z.string().optional(),
    from: z.string().optional(),
    erasures: z.string().optional(),
    progress: z.string().optional(),
    leaveFailed: z.boolean().default(false),
    abandon: z.boolean().default(false),
  })
  .parse(
    new Command('npm run restore --')
      .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
      .description(
        'Restores an earlier state of a stage: copies it into a new table and switches the stage to it. If it is interrupted, repeat the command to continue.',
      )
      .addOption(new Option('--stage <stage>', 'which stage').choices(stages).makeOptionMandatory())
      .addOption(
        new Option(
          '--at <time>',
          'the time of the wanted state: when the data was last good, or the time of the export',
        ).argParser(parseTime),
      )
      .option('--from <directory>', "an export to copy; without it, the table's own point-in-time recovery")
      .option(
        '--erasures <file>',
        'the customers that were erased since, when the damaged table can\'t be read; written by "npm run -s backup -- erasures"',
      )
      .option('--leave-failed', 'open the stage although an erasure failed again')
      .option('--abandon', 'keep the current table; only before the switch')
      .option('--progress <file>', 'the file with the progress (default: build/restore/STAGE.json)')
      .option('--state <file>', 'the state file of the local stack', defaultStateFile)
      .helpOption('-h, --help', 'show this')
      .allowExcessArguments(false)
      .parse()
      .opts(),
  );

const progressFile = path.resolve(options.progress ?? path.join(root, 'build/restore', `${options.stage}.json`));
const say = (line: string): void => {
  print(`${line}\n`);
};

const openRestoredStage = (): RestoredStage => {
  const { stage: name, state } = options;
  if (name === 'local') return openLocalRestoredStage(state);
  const { region } = name === 'staging' ? staging : production;
  return openDeployedRestoredStage({ name, region, npmRun, sleep: wait, now: Date.now });
};

const screen: Screen = {
  say,
  begin: (title) => {
    const began = Date.now();
    let items = 0;
    const bar = new SingleBar(
      {
        format: `${title} {value} items, {rate} a second {duration_formatted}`,
        hideCursor: true,
        clearOnComplete: true,
      },
      Presets.shades_classic,
    );
    bar.start(0, 0, { rate: 0 });
    return {
      onItems: (count) => {
        items += count;
        bar.update(items, { rate: Math.round((items * 1_000) / Math.max(1, Date.now() - began)) });
      },
      end: () => {
        bar.stop();
      },
    };
  },
};

const begin = async (stage: RestoredStage) => {
  const { stage: name, at, from, erasures } = options;
  if (at === undefined) {
    throw new Failure('usage', 'no_time', 'no restore of the stage is in progress, and --at is missing', {
      next: 'name the time of the wanted state, such as --at 2026-01-31T12:00:00Z',
    });
  }
  const erased = erasures === undefined ? null : erasedFile.parse(JSON.parse(readFileSync(erasures, 'utf8')));
  return beginRestore(stage, { stage: name, at, from: from === undefined ? null : path.resolve(from), erased });
};

const main = async (): Promise<void> => {
  const stage = openRestoredStage();
  const known = readProgress(progressFile);
  if (options.abandon) {
    if (known === null) throw new Failure('usage', 'nothing_to_abandon', 'no restore of the stage is in progress');
    await abandon({ stage }, known);
    removeProgress(progressFile);
    say('The stage keeps its table. The new one is kept, too: docs/operations/restoring.md');
    return;
  }
  const progress = known ?? (await begin(stage));
  if (known !== null) say(`A restore to ${known.at} is in progress and continues`);
  writeProgress(progressFile, progress);
  const save = (now: typeof progress): void => {
    writeProgress(progressFile, now);
  };
  await runRestore({ stage, save, sleep: wait, leaveFailed: options.leaveFailed }, screen, progress);
  removeProgress(progressFile);
  say(`The stage has its state of ${progress.at}. Next steps: docs/operations/restoring.md#afterwards`);
};

try {
  await main();
} catch (error) {
  complainOfFailure(error);
  process.exitCode = 1;
}

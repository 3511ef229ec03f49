/** `npm run fail-over -- …`: opens the standby of a stage in the region of its replica. docs/operations/disasters.md */
import { setTimeout as wait } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { standbyOf } from '../lib/standby.ts';
import { production, staging } from '../lib/stages.ts';
import { defaultStateFile } from '../local/state-file.ts';
import { Failure } from '../operator/failure.ts';
import { stages } from '../operator/stage.ts';
import { print } from '../packages/terminal/src/output.ts';
import { complainOfFailure } from './restore/complain-of-failure.ts';
import { conditionOf } from './restore/condition.ts';
import { openDeployedRestoredStage } from './restore/deployed-restored-stage.ts';
import { failOver } from './restore/fail-over.ts';
import { openLocalRestoredStage } from './restore/local-restored-stage.ts';
import { npmRun } from './restore/npm-run.ts';
import type { RestoredStage } from './restore/restored-stage.ts';

const options = z
  .object({ stage: z.enum(stages), first: z.url(), state: z.string(), yes: z.boolean().default(false) })
  .parse(
    new Command('npm run fail-over --')
      .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
      .description('Opens the standby of a stage. If it is interrupted, repeat the command to continue.')
      .addOption(new Option('--stage <stage>', 'which stage').choices(stages).makeOptionMandatory())
      .requiredOption('--first <ApiUrl>', 'the ApiUrl of the first region, which must be closed')
      .option('--yes', 'the first region does not answer, and does not return')
      .option('--state <file>', 'the state file of the local stack that stands by', defaultStateFile)
      .helpOption('-h, --help', 'show this')
      .allowExcessArguments(false)
      .parse()
      .opts(),
  );

const stageOf = (name: 'staging' | 'production') => (name === 'staging' ? staging : production);

const openStandby = (): RestoredStage => {
  const { stage: name, state } = options;
  if (name === 'local') return openLocalRestoredStage(state);
  const stage = stageOf(name);
  const standby = stage.tables.failedOver === true ? stage : standbyOf(stage);
  if (standby === null) {
    throw new Failure('usage', 'no_standby', `${name} has no standby`, {
      next: 'create a stage there: docs/operations/disasters.md',
    });
  }
  return openDeployedRestoredStage({ name, region: standby.region, npmRun, sleep: wait, now: Date.now });
};

try {
  const say = (line: string): void => {
    print(`${line}\n`);
  };
  await failOver({
    standby: openStandby(),
    shareAddress: options.stage !== 'local' && stageOf(options.stage).domain !== undefined,
    firstUrl: options.first,
    sure: options.yes,
    conditionOf,
    say,
    now: Date.now,
  });
  say('Commit lib/stage-tables.json. What is left to do: docs/operations/disasters.md');
} catch (error) {
  complainOfFailure(error);
  process.exitCode = 1;
}

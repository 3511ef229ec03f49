/** `npm run preflight -- --stage NAME`: checks what a deployment of the stage lacks. See docs/operations/pipeline.md. */
import { Command, Option } from 'commander';
import { z } from 'zod';
import { production, staging } from '../lib/stages.ts';
import { columnsOf } from '../operator/terminal.ts';
import { print } from '../packages/terminal/src/output.ts';
import { openClients } from './preflight/clients.ts';
import { preflight } from './preflight/preflight.ts';
import { isReady, reportOf } from './preflight/report.ts';

const stages = [staging, production];
const names = stages.map(({ name }) => name);

const program = new Command('npm run preflight --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'Checks what a deployment of a stage still lacks, and prints each item with its cure. It changes nothing. ' +
      'The exit code is 1 when a missing item would make the deployment fail.',
  )
  .addOption(new Option('--stage <stage>', 'the stage').choices(names).makeOptionMandatory())
  .option('--json', 'print the items as JSON', false)
  .helpOption('-h, --help', 'show this')
  .parse();

const options = z.object({ stage: z.enum(names), json: z.boolean() }).parse(program.opts());
const stage = options.stage === staging.name ? staging : production;
const items = await preflight(openClients, stage, stages, Date.now());
const ready = isReady(items);
print(
  options.json
    ? `${JSON.stringify({ stage: stage.name, ready, items }, null, 2)}\n`
    : reportOf(
        stage.name,
        items,
        process.stdout.isTTY ? columnsOf({ isTTY: true, columns: process.stdout.columns }) : Infinity,
      ),
);
if (!ready) process.exitCode = 1;

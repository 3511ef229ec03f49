/** `npm run preflight -- --stage NAME`: what a deployment of the stage still lacks. docs/operations/pipeline.md has more. */
import { Command, Option } from 'commander';
import { z } from 'zod';
import { production, staging } from '../lib/stages.ts';
import { openClients } from './preflight/clients.ts';
import { preflight } from './preflight/preflight.ts';
import { isReady, reportOf } from './preflight/report.ts';

const stages = [staging, production];
const names = stages.map(({ name }) => name);

const program = new Command('npm run preflight --')
  .description(
    'Says what a deployment of a stage still lacks, item by item with the cure. It reads and changes nothing. ' +
      'It ends with 1 when something is missing that keeps a deployment from succeeding.',
  )
  .addOption(new Option('--stage <stage>', 'which stage').choices(names).makeOptionMandatory())
  .option('--json', 'print the items for a program', false)
  .helpOption('-h, --help', 'show this')
  .parse();

const options = z.object({ stage: z.enum(names), json: z.boolean() }).parse(program.opts());
const stage = options.stage === staging.name ? staging : production;
const items = await preflight(openClients(stage.region), stage, stages);
const ready = isReady(items);
process.stdout.write(
  options.json ? `${JSON.stringify({ stage: stage.name, ready, items }, null, 2)}\n` : reportOf(stage.name, items),
);
if (!ready) process.exitCode = 1;

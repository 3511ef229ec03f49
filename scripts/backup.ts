/** `npm run -s backup -- …`: exports a stage's table to files and imports it again. See docs/operations/restoring.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Presets, SingleBar } from 'cli-progress';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { defaultStateFile, readStateFile } from '../local/state-file.ts';
import { Failure } from '../operator/failure.ts';
import { openStage } from '../operator/open-stage.ts';
import { stages, type Stage } from '../operator/stage.ts';
import { print } from '../packages/terminal/src/output.ts';
import { complainOfFailure } from './restore/complain-of-failure.ts';
import { erasedFile, erasedSince, eraseAgain } from './backup/erasures.ts';
import type { TableDigest } from './backup/exported-item.ts';
import { digestTable, exportTable } from './backup/export-table.ts';
import { importTable } from './backup/import-table.ts';
import { openTable } from './backup/open-table.ts';
import { wipeTable } from './backup/wipe-table.ts';

const program = new Command('npm run -s backup --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description("Exports a stage's table to files, imports it again, and repeats the erasures since the backup.")
  .addOption(new Option('--stage <stage>', 'the stage').choices(stages).default('local'))
  .option('--state <file>', 'the file that describes the local stack', defaultStateFile)
  .helpOption('-h, --help', 'show this');

const chosen = () => z.object({ stage: z.enum(stages), state: z.string() }).parse(program.opts());
const say = (line: string): void => {
  print(`${line}\n`);
};
const operatorFunction = (): Promise<Stage> => openStage(chosen().stage, chosen().state);

/** Counts the items, with a progress bar on a terminal. */
const counting = async <T>(what: string, work: (onItems: (count: number) => void) => Promise<T>): Promise<T> => {
  const bar = new SingleBar(
    { format: `${what} {value} items {duration_formatted}`, hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  );
  bar.start(0, 0);
  try {
    return await work((count) => {
      bar.increment(count);
    });
  } finally {
    bar.stop();
  }
};

const onTable = async <T>(work: (client: DynamoDBClient, table: string) => Promise<T>): Promise<T> => {
  const { stage, state } = chosen();
  const { client, table } = await openTable(stage, () => readStateFile(state));
  try {
    return await work(client, table);
  } finally {
    client.destroy();
  }
};

const shown = ({ items, sum }: TableDigest): string => `${items} items, digest ${sum}`;

program
  .command('export')
  .description("Write every item into DIRECTORY/items.json.gz, in the form of DynamoDB's own exports")
  .argument('<directory>')
  .action((directory: string) =>
    onTable(async (client, table) => {
      say(shown(await counting('exported', (onItems) => exportTable(client, table, directory, onItems))));
    }),
  );

program
  .command('import')
  .description('Put the items of every *.json.gz below DIRECTORY into the table')
  .argument('<directory>')
  .action((directory: string) =>
    onTable(async (client, table) => {
      say(shown(await counting('imported', (onItems) => importTable(client, table, directory, onItems))));
    }),
  );

program
  .command('digest')
  .description('Print the number of items in the table, and a digest to compare tables by')
  .action(() =>
    onTable(async (client, table) => {
      say(shown(await digestTable(client, table)));
    }),
  );

program
  .command('wipe')
  .description('Delete every item')
  .requiredOption('--table <name>', "the table's name, as a confirmation")
  .action(({ table: named }: { table: string }) =>
    onTable(async (client, table) => {
      if (named !== table)
        throw new Failure('usage', 'not_confirmed', `the table of the stage is ${table}, not ${named}`);
      say(`${await counting('deleted', (onItems) => wipeTable(client, table, onItems))} items deleted`);
    }),
  );

program
  .command('erasures')
  .description('List the customers that were erased since a time, from the audit trail')
  .requiredOption('--since <time>', 'the time of the backup')
  .argument('<file>')
  .action(async (file: string, { since }: { since: string }) => {
    const erased = await erasedSince(await operatorFunction(), new Date(since).toISOString());
    writeFileSync(file, `${JSON.stringify(erased, null, 2)}\n`);
    say(`${erased.length} customers were erased since ${since}`);
  });

program
  .command('erase-again')
  .description('Erase the customers again that a backup restored')
  .argument('<file>', 'the file that "erasures" wrote')
  .action(async (file: string) => {
    const stage = await operatorFunction();
    for (const erased of erasedFile.parse(JSON.parse(readFileSync(file, 'utf8')))) {
      const status = await eraseAgain(stage, erased, wait);
      say(`${erased.customer_id} ${status}`);
      if (status !== 'erased') process.exitCode = 1;
    }
  });

try {
  await program.parseAsync();
} catch (error) {
  complainOfFailure(error);
  process.exitCode = 1;
}

/** `npm run bench`: measures the cost and the speed of the service, beside its goals. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Table from 'cli-table3';
import { Argument, Command } from 'commander';
import { z } from 'zod';
import { goalTable } from './bench/goals.ts';
import { historyChart } from './bench/history-chart.ts';
import { recordRun } from './bench/history.ts';
import type { Measurement } from './bench/section.ts';
import { sections } from './bench/sections.ts';
import { beside } from './bench/speed/before.ts';
import { noiseOfMachine } from './bench/speed/noise.ts';

const shown = (cell: string | number): string =>
  typeof cell === 'string' ? cell : cell.toLocaleString('en-US', { maximumFractionDigits: 2 });

const printMeasurement = ({ title, head, rows }: Measurement): void => {
  const table = new Table({ head: [...head], style: { head: [], border: [] } });
  table.push(...rows.map((row) => row.map(shown)));
  process.stdout.write(`\n${title}\n${table.toString()}\n`);
};

const program = new Command('npm run bench --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description('Measures the cost and the speed of the service.')
  .addArgument(
    new Argument('[section...]', 'the sections to measure; default: all').choices(sections.map(({ name }) => name)),
  )
  .option('--record', 'add the figures to docs/bench/history.json, with the noise of this machine, and draw them')
  .option(
    '--before <folder>',
    'compare with another checkout of the service, in turn; its dependencies must be installed',
  )
  .helpOption('-h, --help', 'show this')
  .parse();

const wanted = new Set(program.args);
const { record, before } = z
  .object({ record: z.boolean().optional(), before: z.string().optional() })
  .parse(program.opts());
const measured: Measurement[] = [];
for (const { name, measure } of sections) {
  if (wanted.size > 0 && !wanted.has(name)) continue;
  for (const measurement of await measure()) {
    measured.push(measurement);
    printMeasurement(measurement);
  }
}
if (before !== undefined) {
  const measurement = await beside(before);
  measured.push(measurement);
  printMeasurement(measurement);
}
const goals = measured.flatMap((measurement) => measurement.goals ?? []);
if (goals.length > 0) {
  measured.push(goalTable(goals));
  printMeasurement(goalTable(goals));
  if (record === true) {
    const runs = recordRun(goals, noiseOfMachine(), new Date());
    writeFileSync(path.join(import.meta.dirname, '../docs/bench/history.svg'), historyChart(runs));
  }
}
writeFileSync(path.join(import.meta.dirname, '../bench-results.json'), `${JSON.stringify(measured, null, 2)}\n`);

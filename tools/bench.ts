/** `npm run bench`: measures the cost and the speed of the service, beside its goals. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Argument, Command } from 'commander';
import { goalTable } from './bench/goals.ts';
import { printMeasurement } from './bench/print.ts';
import type { Measurement } from './bench/section.ts';
import { sections } from './bench/sections.ts';

const program = new Command('npm run bench --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description('Measures the cost and the speed of the service.')
  .addArgument(
    new Argument('[section...]', 'the sections to measure; default: all').choices(sections.map(({ name }) => name)),
  )
  .helpOption('-h, --help', 'show this');

const wanted = new Set(program.parse().args);
const measured: Measurement[] = [];
for (const { name, measure } of sections) {
  if (wanted.size > 0 && !wanted.has(name)) continue;
  for (const measurement of await measure()) {
    measured.push(measurement);
    printMeasurement(measurement);
  }
}
const goals = measured.flatMap((measurement) => measurement.goals ?? []);
if (goals.length > 0) {
  measured.push(goalTable(goals));
  printMeasurement(goalTable(goals));
}
writeFileSync(path.join(import.meta.dirname, '../bench-results.json'), `${JSON.stringify(measured, null, 2)}\n`);

/** `npm run bench`: measures what the service costs and how fast it is, each beside what it has to beat. */
import { Argument, Command } from 'commander';
import { printMeasurement } from './bench/print.ts';
import { sections } from './bench/sections.ts';

const program = new Command('npm run bench --')
  .description('Measures what the service costs and how fast it is.')
  .addArgument(
    new Argument('[section...]', 'those to measure; all when none is named').choices(sections.map(({ name }) => name)),
  )
  .helpOption('-h, --help', 'show this');

const wanted = new Set(program.parse().args);
for (const { name, measure } of sections) {
  if (wanted.size > 0 && !wanted.has(name)) continue;
  for (const measurement of await measure()) printMeasurement(measurement);
}

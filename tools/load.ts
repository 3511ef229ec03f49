/** `npm run load`: writes a partner's delivery events to a DynamoDB Local on disk, for `npm run bench -- loaded-pages`. */
import path from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { defaultDirectory } from './load/database.ts';
import { load } from './load/load.ts';

const positive = (text: string): number => {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return count;
};

const program = new Command('npm run load --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description("Loads delivery events with the service's own fold into a DynamoDB Local that stores them on disk.")
  .option('--events <number>', 'the number of events', positive, 1_000_000)
  .option('--directory <directory>', 'the directory of the database', path.relative('', defaultDirectory))
  .helpOption('-h, --help', 'show this')
  .addHelpText('after', '\nAn interrupted load continues where it stopped. Then run: npm run bench -- loaded-pages');

const { events, directory } = z.object({ events: z.int(), directory: z.string() }).parse(program.parse().opts());
const bar = new SingleBar(
  {
    format: '{bar} {value} of {total} events, {rate} a second, {eta_formatted} left',
    hideCursor: true,
    etaBuffer: 20,
    noTTYOutput: true,
    notTTYSchedule: 10_000,
  },
  Presets.shades_classic,
);
const began = performance.now();
let before: number | undefined;
let loaded = 0;
bar.start(events, 0, { rate: 0 });
const onProgress = (count: number): void => {
  before ??= count;
  loaded = count - before;
  bar.update(count, { rate: Math.round((1000 * loaded) / (performance.now() - began)) });
};
await load({ directory: path.resolve(directory), events, onProgress }).finally(() => {
  bar.stop();
});
const seconds = (performance.now() - began) / 1000;
console.log(
  loaded === 0
    ? `${events} events were there already, in ${directory}`
    : `${loaded} events in ${seconds.toFixed(0)} s, ${Math.round(loaded / seconds)} a second, in ${directory}`,
);

/** `npm run load`: a partner's delivery events in a DynamoDB Local on disk, for `npm run bench -- loaded-pages`. */
import path from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { defaultDirectory } from './load/database.ts';
import { load } from './load/load.ts';

const positive = (text: string): number => {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError('It is a number from 1 on.');
  return count;
};

const program = new Command('npm run load --')
  .description("Loads delivery events by the service's own roll-up into a DynamoDB Local that keeps them on disk.")
  .option('--events <number>', 'how many', positive, 1_000_000)
  .option('--directory <directory>', 'where the database is kept', path.relative('', defaultDirectory))
  .helpOption('-h, --help', 'show this')
  .addHelpText('after', '\nInterrupted, it goes on where it was. Then: npm run bench -- loaded-pages');

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

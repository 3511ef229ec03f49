/** `npm run fuzz -- --seconds N [--seed S]`: asks the API what nobody should, and says what it did wrong. */
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { startTestTable } from '../test/store/test-table.ts';
import { diceOf } from './fuzz/dice.ts';
import { fuzz } from './fuzz/fuzz.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } });
const seconds = Number(values.seconds ?? 60);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
if (!(seconds > 0) || !Number.isSafeInteger(seed)) throw new Error('--seconds and --seed are numbers');

console.log(`seed ${seed}`);
const bar = new SingleBar(
  { format: '{bar} {value} of {total} s, {requests} requests', hideCursor: true },
  Presets.shades_classic,
);
bar.start(seconds, 0, { requests: 0 });
const table = await startTestTable();
const began = performance.now();
const elapsed = (): number => (performance.now() - began) / 1000;
const { requests, byStatus, findings } = await fuzz(table, diceOf(seed), (so_far) => {
  bar.update(Math.min(seconds, Math.floor(elapsed())), { requests: so_far });
  return elapsed() < seconds;
}).finally(() => table.stop());
bar.stop();

for (const { what, times, request, detail } of findings.all) {
  console.log(`\n${what} (${times} times)\n    ${request}\n    ${detail}`);
}
const told = Array.from(byStatus).sort(([left], [right]) => left - right);
console.log(`\n${told.map(([status, times]) => `${status}: ${times}`).join('  ')}`);
console.log(`${requests} requests, ${findings.all.length} findings`);
process.exitCode = findings.all.length === 0 ? 0 : 1;

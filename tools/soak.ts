/** `npm run soak`: traffic through the whole local stack while everything around it fails at times; then checks that each accepted command took effect once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Presets, SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { startWholeStack } from './harness/whole-stack.ts';
import { Client } from './soak/client.ts';
import { existingTotals } from './soak/ledger.ts';
import { settled } from './soak/settled.ts';
import { connectInstance, traffic, type Accepted } from './soak/traffic.ts';
import { makeTrouble } from './soak/trouble.ts';

const program = new Command('npm run soak --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'Mixed traffic through the whole local stack while DynamoDB throttles and loses answers, the queue repeats and ' +
      'delays messages, and the platform and the endpoint fail. Then the faults end, and every accepted command is checked.',
  )
  .option('--seconds <number>', 'the duration of the traffic', '60')
  .option('--concurrency <number>', 'the number of concurrent callers', '4')
  .parse();
const options = program.opts<{ readonly seconds: string; readonly concurrency: string }>();
const [seconds, callers] = [Number(options.seconds), Number(options.concurrency)];
if (!(seconds > 0) || !Number.isSafeInteger(callers)) throw new Error('--seconds and --concurrency are numbers');

/** The memory of this process, including the functions' threads, and the heap of this thread. */
const memoryNow = (): string => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return [rss, heapUsed].map((bytes) => `${Math.round(bytes / 2 ** 20)} MB`).join(', heap ');
};
const warmUp = 0.5;
/** The environments of each function. They are few, so that all exist when the memory is first measured. */
const environmentLimit = 2;

/** As DynamoDB's indexes at their slowest. */
const lag = { milliseconds: 1_000, reads: 'indexes' } as const;

const whole = await startWholeStack({ fastRetries: true, environmentLimit, lag });
const { stack } = whole;
const client = new Client(stack.description);
const accepted: Accepted = { customers: [], reports: new Set(), operations: 0, refusals: [] };

try {
  const number = await connectInstance(client);
  const before = await existingTotals(client);
  const bar = new SingleBar(
    { format: '{bar} {value} of {total} s, {operations} operations', hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  );
  bar.start(seconds, 0, { operations: 0 });
  const began = performance.now();
  const elapsed = (): number => (performance.now() - began) / 1000;
  const memory: string[] = [];
  const watch = setInterval(() => {
    if (elapsed() > seconds * warmUp && memory.length === 0) memory.push(memoryNow());
    bar.update(Math.min(seconds, Math.floor(elapsed())), { operations: accepted.operations });
  }, 500);
  const trouble = makeTrouble(stack);
  const goesOn = (): boolean => elapsed() < seconds;
  const troubleOver = sleep(seconds * 1000).then(() => trouble.stop());
  await Promise.all(Array.from({ length: callers }, (_, worker) => traffic(client, accepted, worker, number, goesOn)));
  await troubleOver;
  clearInterval(watch);
  bar.stop();
  const answers = Array.from(client.answers).sort(([left], [right]) => (left < right ? -1 : 1));
  const ledger = await settled(stack, client, accepted, before);
  const end = memoryNow();
  for (const told of [...ledger.lost.map((one) => `lost: ${one}`), ...ledger.doubled.map((one) => `doubled: ${one}`)]) {
    console.log(told);
  }
  console.log(`answers: ${answers.map(([answer, times]) => `${answer}: ${times}`).join(', ')}`);
  console.log(`${trouble.times()} faults; final refusals: ${accepted.refusals.length} ${accepted.refusals.join(', ')}`);
  console.log(`${ledger.events} events received, ${ledger.repeated} of them repeated with the same id`);
  console.log(`memory: ${memory.join()} when warm; ${end} at the end`);
  console.log(`${accepted.operations} operations, ${ledger.lost.length} lost, ${ledger.doubled.length} doubled`);
  process.exitCode = ledger.lost.length + ledger.doubled.length === 0 ? 0 : 1;
} finally {
  await stack.stop();
}

/** A fresh process with the bundle of a worker: delivers planted events, and measures the processor time of the later ones. */
import { readFileSync } from 'node:fs';
import type { DueHint } from '../../../../lambdas/kernel/due.ts';
import type { Deliver } from './worker.ts';

const [bundle = '', hintsFile = '', warmUp = '0'] = process.argv.slice(2);
const batches = JSON.parse(readFileSync(hintsFile, 'utf8')) as readonly (readonly DueHint[])[];

const main = async (): Promise<void> => {
  const { deliver } = (await import(bundle)) as { readonly deliver: Deliver };
  for (const batch of batches.slice(0, Number(warmUp))) await deliver(batch);
  const measured = batches.slice(Number(warmUp));
  const before = process.cpuUsage();
  for (const batch of measured) await deliver(batch);
  const { user, system } = process.cpuUsage(before);
  const events = measured.reduce((sum, { length }) => sum + length, 0);
  process.stderr.write(JSON.stringify({ cpu: (user + system) / events }), () => {
    process.exit(0);
  });
};

void main();

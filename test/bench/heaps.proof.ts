import { Worker } from 'node:worker_threads';
import { expect, it } from '@jest/globals';
import { watchHeaps } from '../../tools/bench/memory/heaps.ts';
import { until } from '../../tools/harness/whole-stack.ts';

const name = 'swift-worker-local-Journal';

it('the most memory of a thread is known by its name, with its limit, after it has ended', async () => {
  const heaps = watchHeaps();
  try {
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads');
       parentPort.once('message', () => {
         globalThis.held = Array.from({ length: 500_000 }, (_, at) => ({ at }));
         parentPort.once('message', () => undefined);
       });`,
      { eval: true, name, resourceLimits: { maxOldGenerationSizeMb: 512 } },
    );
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('hold');
    await until(
      () => Promise.resolve(heaps.peaks.get(name)?.most ?? 0),
      (most) => most > 20e6,
    );
    worker.postMessage('end');
    await ended;
    expect(heaps.peaks.get(name)).toMatchObject({ limit: 512 });
  } finally {
    heaps.stop();
  }
});

import { expect, test } from '@jest/globals';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

const idBytes = 16;

const counted = z.object({ reports: z.int(), calls: z.int(), peak: z.int() });

/** Counts a day of generated reports in a thread whose heap is small. */
const countedInThread = (idsInHour: number, heapMiB: number): Promise<z.infer<typeof counted>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('count-large-day.ts', import.meta.url), {
      workerData: { idsInHour },
      resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    });
    worker.once('message', (message) => {
      resolve(counted.parse(message));
    });
    worker.once('error', reject);
  });

test('the count of distinct ids of a day with more reports than a Set can have takes a small heap and less than their ids in buffers', async () => {
  const idsInHour = 700_000;
  const { reports, calls, peak } = await countedInThread(idsInHour, 48);
  expect(reports).toBe(24 * idsInHour);
  expect(reports).toBeGreaterThan(2 ** 24);
  expect(calls).toBe(reports / 2);
  expect(peak).toBeLessThan(reports * idBytes);
});

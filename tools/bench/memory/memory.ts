import { startDescribedStack } from '../../harness/described-stack.ts';
import type { Section } from '../section.ts';
import { startFunctions } from '../speed/functions.ts';
import { median } from '../speed/statistics.ts';
import { sendLargestBatches } from './batches.ts';
import { watchHeaps } from './heaps.ts';

/** Of the function of an environment: `swift-worker-local-ChangeRelay` runs `change-relay`. */
const functionOf = (environment: string): string =>
  (environment.split('-').at(-1) ?? '').replace(/(?<=.)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/**
 * The most memory that each function has while it carries out its largest batch, beside its limit. Local environments are threads: what a
 * process has beside its heap is that of a fresh one.
 */
export const memory: Section = {
  name: 'memory',
  measure: async () => {
    const heaps = watchHeaps();
    const whole = await startDescribedStack();
    try {
      await sendLargestBatches(whole, (step) => {
        console.error(`  ${step}`);
      });
    } finally {
      await whole.stop();
      heaps.stop();
    }
    const peaks = Array.from(heaps.peaks, ([name, peak]) => ({ name: functionOf(name), ...peak }));
    const starts = startFunctions(peaks.map(({ name }) => name));
    const rows = peaks
      .map(({ name, most, limit }) => {
        const beside = median((starts.get(name) ?? []).map(({ besideHeap }) => besideHeap));
        const megabytes = beside + most / 1e6;
        return [name, most / 1e6, megabytes, limit, megabytes / (limit * 1.048_576)] as const;
      })
      .toSorted(([, , , , one], [, , , , other]) => other - one);
    return [
      {
        title: 'The memory of each function at its largest batch (MB)',
        head: ['function', 'heap and buffers, most', 'with the rest of its process', 'limit, MiB', 'share'],
        rows,
      },
    ];
  },
};

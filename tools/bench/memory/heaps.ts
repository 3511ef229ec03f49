import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** Milliseconds between two looks at a heap. */
const interval = 10;

/** Node.js tells of each new thread: https://nodejs.org/api/diagnostics_channel.html#event-worker_threads */
const channel = 'worker_threads';
const started = z.object({ worker: z.instanceof(Worker) });

/** Bytes of a function's heap, with the buffers outside of it. */
interface Peak {
  most: number;
  /** Megabytes of the function's configuration. */
  readonly limit: number;
}

export interface Heaps {
  /** By the name of the function. */
  readonly peaks: ReadonlyMap<string, Readonly<Peak>>;
  readonly stop: () => void;
}

/** Looks at the heaps of all environments of functions, which are threads with the names of their functions. */
export const watchHeaps = (): Heaps => {
  const peaks = new Map<string, Peak>();
  const timers = new Set<NodeJS.Timeout>();
  const watch = (worker: Worker): void => {
    const name = worker.threadName ?? '';
    let isAsked = false;
    const look = async (): Promise<void> => {
      // A thread that waits for its next invocation answers when it has begun.
      if (isAsked) return;
      isAsked = true;
      try {
        const { total_heap_size: heap, external_memory: outside } = await worker.getHeapStatistics();
        const peak = peaks.get(name) ?? { most: 0, limit: worker.resourceLimits?.maxOldGenerationSizeMb ?? 0 };
        peak.most = Math.max(peak.most, heap + outside);
        peaks.set(name, peak);
      } catch {
        // It has not begun, or has ended.
      } finally {
        isAsked = false;
      }
    };
    const timer = setInterval(() => void look(), interval);
    timers.add(timer);
    worker.once('exit', () => {
      clearInterval(timer);
    });
  };
  const onStart = (message: unknown): void => {
    watch(started.parse(message).worker);
  };
  subscribe(channel, onStart);
  return {
    peaks,
    stop: () => {
      unsubscribe(channel, onStart);
      for (const timer of timers) clearInterval(timer);
    },
  };
};

import { assumptions, streamShards } from '../assumptions.ts';
import type { Process } from './engine.ts';
import { StreamReader } from './stream.ts';
import type { World } from './world.ts';

/** The event source of lib/functions/change-relay.ts. */
const size = { batchSize: 100, windowSeconds: 0, parallelization: 4, recordBytes: assumptions.eventBytes };
/** How many messages one call of SQS sends: lambdas/runtime/due-queues.ts. */
const messagesInCall = 10;

/** The function that sends hints of due work from the stream to the queues. */
export const openRelay = <T>(world: World, put: (hint: T) => void): StreamReader<T> => {
  const { limits, engine } = world;
  const relay = function* (batch: readonly T[]): Process {
    for (let first = 0; first < batch.length; first += messagesInCall) {
      yield assumptions.queueDelay;
      for (const hint of batch.slice(first, first + messagesInCall)) put(hint);
    }
  };
  const shards = streamShards(limits.tableWrites, limits.partitionWrites);
  return world.watched(new StreamReader<T>(engine, 'change-relay', size, shards, limits, relay));
};

import { assumptions, streamShards } from '../assumptions.ts';
import type { Process } from './engine.ts';
import { StreamReader } from './stream.ts';
import type { World } from './world.ts';

/** Records of one invocation, and parts of a shard: lib/functions/change-stream.ts. */
const size = { batchSize: 100, windowSeconds: 0, parallelization: 4, recordBytes: 2_048 };
/** Messages of one call of SQS: lambdas/runtime/due-queues.ts. */
const messagesInCall = 10;

/** The function that brings what a commit made due to the queues. */
export const openRelay = <T>(world: World, put: (hint: T) => void): StreamReader<T> => {
  const { limits, engine } = world;
  const relay = function* (batch: readonly T[]): Process {
    for (let first = 0; first < batch.length; first += messagesInCall) {
      yield assumptions.queueDelay;
      for (const hint of batch.slice(first, first + messagesInCall)) put(hint);
    }
  };
  const shards = streamShards(limits.tableWrites, limits.partitionWrites);
  return world.watched(new StreamReader<T>(engine, 'change-stream', size, shards, limits, relay));
};

import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Checkpoint } from './checkpoint.ts';
import type { MappingConfiguration } from './configuration.ts';
import type { IdleWaiters } from './event-source.ts';
import type { Stream, StreamRecord } from './stream.ts';

export interface ShardReader {
  readonly shardId: string;
  readonly stream: Stream;
  /** The number of calls so far that wrote to tables. */
  readonly writes: () => number;
  readonly mapping: MappingConfiguration;
  readonly partitionKey: string;
  readonly checkpoint: Checkpoint;
  readonly idleWaiters: IdleWaiters;
  readonly passes: (record: StreamRecord) => boolean;
  /** Resolves when each record is processed, or when it was stopped. */
  readonly deliver: (
    batch: readonly StreamRecord[],
    handled: (records: readonly StreamRecord[]) => void,
  ) => Promise<unknown>;
  readonly signal: AbortSignal;
}

const defaultBatchSize = 100;
const payloadBytes = 6_000_000;
const bufferedRecords = 5000;
const emptyPollMilliseconds = 100;
/** A program may write to DynamoDB Local itself, and DynamoDB Local deletes what has expired. Nothing counts these writes. */
const mostRests = 10;
const fullMilliseconds = 20;

/** Takes from the front as many records as fit one batch. */
const takeBatch = (pending: StreamRecord[], size: number): StreamRecord[] => {
  let bytes = 0;
  let count = 0;
  for (const { event } of pending.slice(0, size)) {
    bytes += Buffer.byteLength(JSON.stringify(event));
    if (count > 0 && bytes > payloadBytes) break;
    count += 1;
  }
  return pending.splice(0, count);
};

interface Lane {
  push(record: StreamRecord): void;
  /** Resolves when no record is left, or when it was stopped. */
  readonly done: Promise<unknown>;
}

/** Batches of one lane run one after another; lanes run concurrently. */
const createLane = (
  reader: ShardReader,
  handled: (records: readonly StreamRecord[]) => void,
  failed: (error: unknown) => void,
): Lane => {
  const { windowMilliseconds, batchSize = defaultBatchSize } = reader.mapping;
  const pending: StreamRecord[] = [];
  let full: (() => void) | undefined;
  let done: Promise<unknown> | undefined;
  const gather = async (): Promise<void> => {
    if (windowMilliseconds === 0 || pending.length >= batchSize) return;
    const stopWaiting = new AbortController();
    const signal = AbortSignal.any([reader.signal, stopWaiting.signal]);
    full = () => {
      stopWaiting.abort();
    };
    await wait(windowMilliseconds, undefined, { signal }).catch(() => undefined);
    full = undefined;
  };
  const run = async (): Promise<void> => {
    while (pending.length > 0 && !reader.signal.aborted) {
      await gather();
      await reader.deliver(takeBatch(pending, batchSize), handled);
    }
  };
  const start = (): void => {
    done ??= run()
      .catch(failed)
      .finally(() => {
        done = undefined;
        if (pending.length > 0 && !reader.signal.aborted) start();
      });
  };
  return {
    push: (record) => {
      pending.push(record);
      if (pending.length >= batchSize) full?.();
      start();
    },
    get done() {
      return done ?? Promise.resolve();
    },
  };
};

/** The records that are being processed, and the highest sequence number up to which all are processed. */
const createProgress = (advance: (sequenceNumber: string) => void) => {
  const open = new Map<string, boolean>();
  return {
    get size() {
      return open.size;
    },
    begin: (record: StreamRecord) => {
      open.set(record.sequenceNumber, false);
    },
    handled: (records: readonly StreamRecord[]) => {
      for (const { sequenceNumber } of records) open.set(sequenceNumber, true);
      let last: string | undefined;
      for (const [sequenceNumber, isHandled] of open) {
        if (!isHandled) break;
        open.delete(sequenceNumber);
        last = sequenceNumber;
      }
      if (last !== undefined) advance(last);
    },
  };
};

const laneIndex = (record: StreamRecord, partitionKey: string, lanes: number): number =>
  lanes === 1
    ? 0
    : createHash('md5')
        .update(JSON.stringify(record.keys[partitionKey] ?? null))
        .digest()
        .readUInt32BE(0) % lanes;

/** The iterator after the checkpoint, or from the oldest record when the checkpoint was trimmed. */
const firstIterator = async ({ stream, shardId, checkpoint }: ShardReader): Promise<string> => {
  const position = checkpoint.get(shardId);
  const after = position !== undefined && 'after' in position ? position.after : undefined;
  try {
    return await stream.iterator(shardId, after);
  } catch (error) {
    if (after !== undefined && error instanceof Error && error.name === 'TrimmedDataAccessException') {
      return stream.iterator(shardId, undefined);
    }
    throw error;
  }
};

/**
 * Reads a shard from its checkpoint, in order within a partition key, with as many lanes as the parallelization factor.
 * After a failure, a new call continues from the checkpoint.
 * @returns true when the shard is closed and processed to its end, false when the reader was stopped
 */
export const readShard = async (reader: ShardReader): Promise<boolean> => {
  const { shardId, stream, mapping, checkpoint, idleWaiters, signal } = reader;
  const progress = createProgress((after) => {
    checkpoint.set(shardId, { after });
  });
  const failures: unknown[] = [];
  const lanes = Array.from({ length: mapping.parallelizationFactor }, () =>
    createLane(reader, progress.handled, (error) => failures.push(error)),
  );
  const isRunning = (): boolean => !signal.aborted && failures.length === 0;
  const rest = (milliseconds: number) => wait(milliseconds, undefined, { signal }).catch(() => undefined);
  /** Waits until there may be new records, or until someone waits for an empty read. */
  const restAfter = async (writes: number): Promise<void> => {
    for (let rests = 0; rests < mostRests; rests += 1) {
      await rest(emptyPollMilliseconds);
      if (!isRunning() || idleWaiters.areThere || reader.writes() !== writes) return;
    }
  };
  let iterator: string | undefined = await firstIterator(reader);
  while (iterator !== undefined && isRunning()) {
    const release = idleWaiters.take();
    const writes = reader.writes();
    const { records, next } = await stream.read(iterator);
    iterator = next;
    for (const record of records) progress.begin(record);
    progress.handled(records.filter((record) => !reader.passes(record)));
    for (const record of records) {
      if (reader.passes(record)) lanes[laneIndex(record, reader.partitionKey, lanes.length)]?.push(record);
    }
    while (progress.size > bufferedRecords && isRunning()) await rest(fullMilliseconds);
    if (records.length === 0 && next !== undefined) {
      if (progress.size === 0) release();
      await restAfter(writes);
    }
  }
  await Promise.all(lanes.map((lane) => lane.done));
  if (failures.length > 0) throw failures[0];
  if (signal.aborted) return false;
  checkpoint.set(shardId, { finished: true });
  return true;
};

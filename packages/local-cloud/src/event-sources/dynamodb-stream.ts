import { setTimeout as wait } from 'node:timers/promises';
import type { LocalFunction } from '../lambda/function.ts';
import { isObject, type Json } from '../template.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { MappingConfiguration } from './configuration.ts';
import { createIdleWaiters, createSwitch, type EventSource, type IdleWaiters, type Retries } from './event-source.ts';
import { compilePattern } from './pattern.ts';
import { deliverBatch, type Discarded } from './stream-batch.ts';
import { readShard } from './stream-shard.ts';
import type { Stream, StreamRecord, StreamShard } from './stream.ts';

export interface StreamSourceOptions {
  readonly mapping: MappingConfiguration;
  readonly stream: Stream;
  /** The number of calls so far that wrote to tables. */
  readonly writes: () => number;
  /** Name of the table's partition key. */
  readonly partitionKey: string;
  readonly lambda: LocalFunction;
  readonly checkpoint: Checkpoint;
  /** Sends to the mapping's on-failure destination; `undefined` without one. */
  readonly sendFailure: ((body: string) => Promise<void>) | undefined;
  readonly log: (line: string) => void;
  readonly now?: () => number;
}

const shardListMilliseconds = 10_000;
const afterErrorMilliseconds = 1000;

/** https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html */
const failureBody = (
  { mapping, lambda }: StreamSourceOptions,
  shardId: string,
  { records, reason, attempts, last }: Discarded,
  now: number,
): string => {
  const [first] = records;
  const final = records.at(-1);
  const arrival = (record: StreamRecord | undefined): string => new Date(record?.createdAt ?? 0).toISOString();
  return JSON.stringify({
    requestContext: {
      requestId: last?.requestId ?? '',
      functionArn: lambda.configuration.arn,
      condition: reason,
      approximateInvokeCount: attempts,
    },
    responseContext: {
      statusCode: 200,
      executedVersion: '$LATEST',
      ...(last?.functionError === undefined ? {} : { functionError: last.functionError }),
    },
    version: '1.0',
    timestamp: new Date(now).toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: first?.sequenceNumber,
      endSequenceNumber: final?.sequenceNumber,
      approximateArrivalOfFirstRecord: arrival(first),
      approximateArrivalOfLastRecord: arrival(final),
      batchSize: records.length,
      streamArn: mapping.sourceArn,
    },
  });
};

const createFilter = (patterns: MappingConfiguration['patterns']): ((record: StreamRecord) => boolean) => {
  const tests = patterns.map(compilePattern);
  return ({ event }) => tests.length === 0 || tests.some((test) => test(event));
};

/** Skips the records that are already in the shard. */
const skipToEnd = async (stream: Stream, shardId: string, checkpoint: Checkpoint): Promise<void> => {
  checkpoint.set(shardId, { from: 'start' });
  let iterator: string | undefined = await stream.iterator(shardId, undefined);
  while (iterator !== undefined) {
    const { records, next } = await stream.read(iterator);
    const last = records.at(-1);
    if (last !== undefined) checkpoint.set(shardId, { after: last.sequenceNumber });
    if (next !== undefined && records.length === 0) return;
    iterator = next;
  }
  checkpoint.set(shardId, { finished: true });
};

/** Keeps whether every shard that can be read is being read. */
const createListing = () => {
  let done = false;
  let next = Promise.withResolvers<undefined>();
  return {
    get isDone() {
      return done;
    },
    wait: () => next.promise,
    done: () => {
      done = true;
      next.resolve(undefined);
    },
    stale: () => {
      if (done) next = Promise.withResolvers<undefined>();
      done = false;
    },
  };
};

type Follow = (shardId: string, idleWaiters: IdleWaiters, signal: AbortSignal) => Promise<void>;

const following = (options: StreamSourceOptions, tried: (failed: boolean) => void): Follow => {
  const { mapping, stream, writes, lambda, checkpoint, sendFailure, log, now = Date.now } = options;
  const passes = createFilter(mapping.patterns);

  const discard = async (shardId: string, discarded: Discarded): Promise<void> => {
    log(`${mapping.logicalId}: ${discarded.records.length} records were given up: ${discarded.reason}`);
    try {
      await sendFailure?.(failureBody(options, shardId, discarded, now()));
    } catch (error) {
      log(`${mapping.logicalId}: sending to the on-failure destination failed: ${String(error)}`);
    }
  };

  /** Reads until the shard ends or the reader is stopped; continues after errors. */
  return async (shardId, idleWaiters, signal) => {
    const reader = {
      shardId,
      stream,
      writes,
      mapping,
      checkpoint,
      idleWaiters,
      passes,
      signal,
      partitionKey: options.partitionKey,
      deliver: (batch: readonly StreamRecord[], handled: (records: readonly StreamRecord[]) => void) =>
        deliverBatch(
          { mapping, lambda, now, handled, signal, tried, discard: (discarded) => discard(shardId, discarded) },
          batch,
        ),
    };
    while (!signal.aborted) {
      try {
        await readShard(reader);
        return;
      } catch (error) {
        log(`${mapping.logicalId}: ${String(error)}`);
        await wait(afterErrorMilliseconds, undefined, { signal }).catch(() => undefined);
      }
    }
  };
};

const isFinished = (checkpoint: Checkpoint, shardId: string): boolean => 'finished' in (checkpoint.get(shardId) ?? {});

/** The shards to read next. A child is read after its parent, so that an item's changes stay in order. */
const due = (
  shards: readonly StreamShard[],
  reading: ReadonlyMap<string, unknown>,
  checkpoint: Checkpoint,
): StreamShard[] => {
  const known = new Set(shards.map(({ shardId }) => shardId));
  return shards.filter(
    ({ shardId, parentShardId }) =>
      !reading.has(shardId) &&
      !isFinished(checkpoint, shardId) &&
      (parentShardId === undefined || !known.has(parentShardId) || isFinished(checkpoint, parentShardId)),
  );
};

/** The shards of the stream. When the source starts at the end, it skips what the stream already has. */
const listShards = async ({ stream, mapping, checkpoint }: StreamSourceOptions): Promise<readonly StreamShard[]> => {
  const shards = await stream.shards();
  checkpoint.retain(new Set(shards.map(({ shardId }) => shardId)));
  if (checkpoint.empty && mapping.startsAt === 'LATEST') {
    for (const { shardId } of shards) await skipToEnd(stream, shardId, checkpoint);
  }
  return shards;
};

/** @param limits is changed */
const createRetries = (limits: { maximumRetryAttempts: number | undefined }) => {
  let lastResult: Retries['lastResult'] = 'No records processed';
  const retries: Retries = {
    get most() {
      return limits.maximumRetryAttempts;
    },
    get lastResult() {
      return lastResult;
    },
    limit: (most) => {
      limits.maximumRetryAttempts = most;
    },
  };
  const tried = (failed: boolean): void => {
    lastResult = failed ? 'PROBLEM: Function call failed' : 'OK';
  };
  return { retries, tried };
};

export const createStreamSource = (given: StreamSourceOptions): EventSource => {
  // A batch that is being tried reads its limit again.
  const options = { ...given, mapping: { ...given.mapping } };
  const { mapping, lambda, checkpoint, log } = options;
  const listing = createListing();
  const reading = new Map<string, { readonly done: Promise<void>; readonly idleWaiters: IdleWaiters }>();

  const { retries, tried } = createRetries(mapping);
  const follow = following(options, tried);

  const begin = (shardId: string, signal: AbortSignal, onEnd: () => void): void => {
    const idleWaiters = createIdleWaiters();
    const done = follow(shardId, idleWaiters, signal).finally(() => {
      reading.delete(shardId);
      idleWaiters.take()();
      onEnd();
    });
    reading.set(shardId, { done, idleWaiters });
  };

  const beginDueShards = async (signal: AbortSignal, onEnd: () => void): Promise<void> => {
    for (const { shardId } of due(await listShards(options), reading, checkpoint)) begin(shardId, signal, onEnd);
  };

  const poll = createSwitch(async (signal) => {
    while (!signal.aborted) {
      const shardEnded = new AbortController();
      const beginning = beginDueShards(signal, () => {
        listing.stale();
        shardEnded.abort();
      });
      try {
        await beginning;
        if (!shardEnded.signal.aborted) listing.done();
      } catch (error) {
        log(`${mapping.logicalId}: ${String(error)}`);
      }
      const pause = reading.size === 0 ? afterErrorMilliseconds : shardListMilliseconds;
      const either = AbortSignal.any([signal, shardEnded.signal]);
      await wait(pause, undefined, { signal: either }).catch(() => undefined);
    }
    await Promise.all([...reading.values()].map(({ done }) => done));
    checkpoint.flush();
  });

  return {
    logicalId: mapping.logicalId,
    functionName: lambda.configuration.name,
    sourceArn: mapping.sourceArn,
    retries,
    get enabled() {
      return poll.on;
    },
    resume: () => {
      poll.resume();
    },
    pause: () => poll.pause(),
    stop: () => poll.pause(),
    idle: async () => {
      do {
        await listing.wait();
        await Promise.all([...reading.values()].map(({ idleWaiters }) => idleWaiters.wait()));
        // After a shard has ended, its children can be read.
      } while (!listing.isDone);
    },
  };
};

/** The partition key's name. @param properties of the table, resolved */
export const partitionKeyOf = (properties: Json): string => {
  const schema = isObject(properties) ? properties['KeySchema'] : undefined;
  const hash = (Array.isArray(schema) ? schema : []).find((key) => isObject(key) && key['KeyType'] === 'HASH');
  const name = isObject(hash) ? hash['AttributeName'] : undefined;
  if (typeof name !== 'string') throw new Error('the table has no partition key');
  return name;
};

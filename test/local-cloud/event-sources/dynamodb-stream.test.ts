import { afterEach, describe, expect, test } from '@jest/globals';
import { openCheckpoint, type Checkpoint } from '@swift-worker/local-cloud/event-sources/checkpoint.ts';
import { readMapping } from '@swift-worker/local-cloud/event-sources/configuration.ts';
import { createStreamSource } from '@swift-worker/local-cloud/event-sources/dynamodb-stream.ts';
import type { EventSource } from '@swift-worker/local-cloud/event-sources/event-source.ts';
import type { Stream, StreamRecord, StreamShard } from '@swift-worker/local-cloud/event-sources/stream.ts';
import { isObject, type Json, type JsonObject } from '@swift-worker/local-cloud/template.ts';
import { fail, fakeFunction, report, succeed, type Answer } from './fake-function.ts';

const recordOf = (sequence: number, pk: string, createdAt = 0): StreamRecord => ({
  sequenceNumber: String(sequence),
  createdAt,
  keys: { pk: { S: pk } },
  event: { eventName: 'INSERT', dynamodb: { Keys: { pk: { S: pk } }, SequenceNumber: String(sequence) } },
});

interface FakeShard extends StreamShard {
  readonly records: StreamRecord[];
  readonly closed?: boolean;
}

/** Iterators are `shard:index`; a page has two records. */
const fakeStream = (...shards: FakeShard[]): Stream => {
  const find = (shardId: string): FakeShard => {
    const shard = shards.find((one) => one.shardId === shardId);
    if (shard === undefined) throw new Error(`no shard ${shardId}`);
    return shard;
  };
  return {
    shards: () => Promise.resolve(shards),
    iterator: (shardId, after) => {
      const index = find(shardId).records.findIndex(({ sequenceNumber }) => sequenceNumber === after);
      return Promise.resolve(`${shardId}:${index + 1}`);
    },
    read: async (iterator) => {
      await new Promise(setImmediate);
      const [shardId = '', index = '0'] = iterator.split(':');
      const { records, closed = false } = find(shardId);
      const page = records.slice(Number(index), Number(index) + 2);
      const next = Number(index) + page.length;
      return { records: page, next: closed && next >= records.length ? undefined : `${shardId}:${next}` };
    },
  };
};

const open = (...records: StreamRecord[]): FakeShard => ({ shardId: 'shard', parentShardId: undefined, records });

const sequenceOf = (record: Json): string => {
  const change = isObject(record) ? record['dynamodb'] : undefined;
  const sequence = isObject(change) ? change['SequenceNumber'] : undefined;
  return typeof sequence === 'string' ? sequence : '';
};

let source: EventSource | undefined;

afterEach(() => source?.pause());

interface Following {
  /** The sequence numbers of each invocation. */
  readonly batches: string[][];
  readonly failures: JsonObject[];
  /** Of the last record of each invocation, in milliseconds. */
  readonly ages: (number | undefined)[];
}

const follow = async (
  stream: Stream,
  answer: (sequences: readonly string[], invocation: number) => Answer,
  properties: JsonObject = {},
  {
    checkpoint = openCheckpoint(undefined),
    now = () => 0,
    writes = () => 0,
  }: { checkpoint?: Checkpoint; now?: () => number; writes?: () => number } = {},
): Promise<Following> => {
  const batches: string[][] = [];
  const failures: JsonObject[] = [];
  const ages: (number | undefined)[] = [];
  const lambda = fakeFunction((records, invocation, age) => {
    ages.push(age);
    const sequences = records.map(sequenceOf);
    batches.push(sequences);
    return answer(sequences, invocation);
  });
  const mapping = readMapping('Mapping', { EventSourceArn: 'arn:stream', FunctionName: 'consumer', ...properties });
  source = createStreamSource({
    mapping,
    stream,
    writes,
    lambda,
    checkpoint,
    now,
    partitionKey: 'pk',
    sendFailure: (body) => {
      const failure: unknown = JSON.parse(body);
      if (isObject(failure)) failures.push(failure);
      return Promise.resolve();
    },
    log: () => undefined,
  });
  source.resume();
  await source.idle();
  return { batches, failures, ages };
};

const partial = { FunctionResponseTypes: ['ReportBatchItemFailures'] };
const four = () => open(recordOf(1, 'a'), recordOf(2, 'b'), recordOf(3, 'c'), recordOf(4, 'd'));

describe('records of a stream', () => {
  test('reach the function in order, and never again once it succeeded', async () => {
    const checkpoint = openCheckpoint(undefined);
    const stream = fakeStream(four());
    const first = await follow(stream, () => succeed, {}, { checkpoint });
    expect(first.batches.flat()).toEqual(['1', '2', '3', '4']);
    await source?.pause();
    const second = await follow(stream, () => succeed, {}, { checkpoint });
    expect(second.batches).toEqual([]);
  });

  test('come in batches of the size of the mapping', async () => {
    const { batches } = await follow(fakeStream(four()), () => succeed, { BatchSize: 1 });
    expect(batches).toEqual([['1'], ['2'], ['3'], ['4']]);
  });

  test('are gathered within the batching window', async () => {
    const properties = { BatchSize: 4, MaximumBatchingWindowInSeconds: 60 };
    const { batches } = await follow(fakeStream(four()), () => succeed, properties);
    expect(batches).toEqual([['1', '2', '3', '4']]);
  });

  test('that no filter lets pass are left out', async () => {
    const Pattern = JSON.stringify({ dynamodb: { Keys: { pk: { S: ['b', 'd'] } } } });
    const properties = { BatchSize: 1, FilterCriteria: { Filters: [{ Pattern }] } };
    const { batches } = await follow(fakeStream(four()), () => succeed, properties);
    expect(batches).toEqual([['2'], ['4']]);
  });

  test('come again, from the same one on, when the function fails', async () => {
    const answer = (_: readonly string[], invocation: number): Answer => (invocation === 1 ? fail : succeed);
    const { batches } = await follow(fakeStream(open(recordOf(1, 'a'), recordOf(2, 'b'))), answer);
    expect(batches).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
  });

  test('begin at the lowest one that the function reports as failed', async () => {
    const answer = (_: readonly string[], invocation: number): Answer =>
      invocation === 1 ? report('3', '2') : succeed;
    const properties = { ...partial, BatchSize: 4, MaximumBatchingWindowInSeconds: 60 };
    const { batches } = await follow(fakeStream(four()), answer, properties);
    expect(batches).toEqual([
      ['1', '2', '3', '4'],
      ['2', '3', '4'],
    ]);
  });

  test('are separated by halving, so that the bad one alone is given up', async () => {
    const answer = (sequences: readonly string[]): Answer => (sequences.includes('3') ? fail : succeed);
    const { batches, failures } = await follow(fakeStream(four()), answer, {
      BatchSize: 4,
      MaximumBatchingWindowInSeconds: 60,
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 1,
    });
    expect(batches).toEqual([['1', '2', '3', '4'], ['1', '2'], ['3', '4'], ['3'], ['3'], ['4']]);
    expect(failures).toMatchObject([
      {
        requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 },
        DDBStreamBatchInfo: { shardId: 'shard', startSequenceNumber: '3', endSequenceNumber: '3', batchSize: 1 },
      },
    ]);
  });

  test('are given up together when the mapping does not halve', async () => {
    const answer = (sequences: readonly string[]): Answer => (sequences.includes('1') ? fail : succeed);
    const { batches, failures } = await follow(fakeStream(four()), answer, { BatchSize: 2, MaximumRetryAttempts: 0 });
    expect(batches).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(failures).toMatchObject([{ DDBStreamBatchInfo: { batchSize: 2 } }]);
  });

  test('from the one on that the function keeps reporting are given up, those before it are not', async () => {
    const answer = (sequences: readonly string[]): Answer => (sequences.includes('2') ? report('2') : succeed);
    const properties = { ...partial, BatchSize: 2, MaximumRetryAttempts: 1 };
    const { batches, failures } = await follow(fakeStream(four()), answer, properties);
    expect(batches).toEqual([['1', '2'], ['2'], ['3', '4']]);
    expect(failures).toMatchObject([{ DDBStreamBatchInfo: { startSequenceNumber: '2', batchSize: 1 } }]);
  });

  test('have an age, also when they come again', async () => {
    let now = 5_000;
    const answer = (_: readonly string[], invocation: number): Answer => {
      now += 1_000;
      return invocation < 3 ? fail : succeed;
    };
    const { ages } = await follow(fakeStream(open(recordOf(1, 'a', 2_000))), answer, {}, { now: () => now });
    expect(ages).toEqual([3_000, 4_000, 5_000]);
  });

  test('that are too old are given up unseen', async () => {
    const stream = fakeStream(open(recordOf(1, 'a', 1000), recordOf(2, 'b', 100_000)));
    const properties = { MaximumRecordAgeInSeconds: 60 };
    const { batches, failures } = await follow(stream, () => succeed, properties, { now: () => 100_000 });
    expect(batches).toEqual([['2']]);
    expect(failures).toMatchObject([{ requestContext: { condition: 'EventAgeExceeded' } }]);
  });

  test('of one key stay in order, those of other keys do not wait for it', async () => {
    const records = ['bad', 'good', 'bad', 'good'].map((pk, index) => recordOf(index + 1, pk));
    const checkpoint = openCheckpoint(undefined);
    let failed = 0;
    const answer = (sequences: readonly string[]): Answer =>
      sequences.includes('1') && (failed += 1) < 4 ? fail : succeed;
    const properties = { BatchSize: 1, ParallelizationFactor: 10 };
    const { batches } = await follow(fakeStream(open(...records)), answer, properties, { checkpoint });
    const order = batches.flat();
    expect(order.filter((sequence) => sequence === '1')).toHaveLength(4);
    expect(order.indexOf('4')).toBeLessThan(order.lastIndexOf('1'));
    expect(order.indexOf('3')).toBeGreaterThan(order.lastIndexOf('1'));
    expect(checkpoint.get('shard')).toEqual({ after: '4' });
  });

  test('of a child shard come after those of its parent', async () => {
    const stream = fakeStream(
      { shardId: 'child', parentShardId: 'parent', records: [recordOf(3, 'a')] },
      { shardId: 'parent', parentShardId: 'trimmed', records: [recordOf(1, 'a'), recordOf(2, 'a')], closed: true },
    );
    const checkpoint = openCheckpoint(undefined);
    const { batches } = await follow(stream, () => succeed, {}, { checkpoint });
    await source?.idle();
    expect(batches.flat()).toEqual(['1', '2', '3']);
    expect(checkpoint.get('parent')).toEqual({ finished: true });
  });

  test('that were there before are not for a mapping that starts at the latest', async () => {
    const records = [recordOf(1, 'a')];
    const checkpoint = openCheckpoint(undefined);
    const stream = fakeStream({ shardId: 'shard', parentShardId: undefined, records });
    const { batches } = await follow(stream, () => succeed, { StartingPosition: 'LATEST' }, { checkpoint });
    expect(batches).toEqual([]);
    records.push(recordOf(2, 'b'));
    await source?.idle();
    expect(batches).toEqual([['2']]);
  });

  test('are looked for at every tenth poll while no table is written to, and at the next one after a write', async () => {
    let polls = 0;
    let written = 0;
    const pollsAtReads: number[] = [];
    const records: StreamRecord[] = [];
    const enough = Promise.withResolvers<undefined>();
    const arrived = Promise.withResolvers<undefined>();
    const stream = fakeStream({ shardId: 'shard', parentShardId: undefined, records });
    const read: Stream['read'] = async (iterator) => {
      pollsAtReads.push(polls);
      const page = await stream.read(iterator);
      if (pollsAtReads.length === 3) enough.resolve(undefined);
      return page;
    };
    const writes = () => {
      polls += 1;
      return written;
    };
    void follow({ ...stream, read }, () => (arrived.resolve(undefined), succeed), {}, { writes });
    await enough.promise;
    const [, second = 0, third = 0] = pollsAtReads;
    expect(third - second).toBeGreaterThanOrEqual(10);
    records.push(recordOf(1, 'a'));
    written += 1;
    await arrived.promise;
    expect((pollsAtReads[3] ?? Infinity) - third).toBeLessThanOrEqual(2);
  });

  test('are not taken further when the mapping is paused midway', async () => {
    const checkpoint = openCheckpoint(undefined);
    const started = Promise.withResolvers<undefined>();
    const stream = fakeStream(four());
    const following = follow(stream, () => (started.resolve(undefined), fail), { BatchSize: 1 }, { checkpoint });
    void following.catch(() => undefined);
    await started.promise;
    await source?.pause();
    expect(checkpoint.get('shard')).toBeUndefined();
    const again = await follow(stream, () => succeed, { BatchSize: 4 }, { checkpoint });
    expect(again.batches.flat()).toEqual(['1', '2', '3', '4']);
  });
});

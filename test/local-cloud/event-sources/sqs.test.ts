import type { Message } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { readMapping } from '@swift-worker/local-cloud/event-sources/configuration.ts';
import type { EventSource } from '@swift-worker/local-cloud/event-sources/event-source.ts';
import type { Queue } from '@swift-worker/local-cloud/event-sources/queue.ts';
import { createQueueSource } from '@swift-worker/local-cloud/event-sources/sqs.ts';
import { InvocationRefused, type LocalFunction } from '@swift-worker/local-cloud/lambda/function.ts';
import { isObject, type Json, type JsonObject } from '@swift-worker/local-cloud/template.ts';
import { fail, fakeFunction, report, succeed } from './fake-function.ts';

/** A queue in memory: what was received stays hidden for ever. */
const fakeQueue = (...bodies: string[]) => {
  const waiting: Message[] = bodies.map((body, index) => ({
    MessageId: `id-${index}`,
    ReceiptHandle: `handle-${index}`,
    Body: body,
    Attributes: { ApproximateReceiveCount: '1' },
    MessageAttributes: { Kind: { DataType: 'String', StringValue: 'x' } },
  }));
  const deleted: string[] = [];
  const receives: number[] = [];
  const queue: Pick<Queue, 'receive' | 'delete'> = {
    receive: async (maximum) => {
      receives.push(maximum);
      await new Promise(setImmediate);
      return waiting.splice(0, maximum);
    },
    delete: (messages) => {
      deleted.push(...messages.map(({ Body = '' }) => Body));
      return Promise.resolve();
    },
  };
  return { queue, deleted, receives };
};

let source: EventSource | undefined;

afterEach(() => source?.pause());

const consume = async (
  queue: Pick<Queue, 'receive' | 'delete'>,
  lambda: LocalFunction,
  properties: JsonObject = {},
): Promise<string[]> => {
  const lines: string[] = [];
  const mapping = readMapping('Mapping', { EventSourceArn: 'arn:queue', FunctionName: 'consumer', ...properties });
  source = createQueueSource({ mapping, queue, lambda, environmentLimit: 8, log: (line) => lines.push(line) });
  source.resume();
  await source.idle();
  return lines;
};

const field = (record: Json | undefined, name: string): Json | undefined =>
  isObject(record) ? record[name] : undefined;
const bodiesOf = (records: readonly Json[]): (Json | undefined)[] => records.map((record) => field(record, 'body'));
const partial = { FunctionResponseTypes: ['ReportBatchItemFailures'] };

describe('messages of a queue', () => {
  test('reach the function as records of SQS, and are deleted', async () => {
    const { queue, deleted } = fakeQueue('a');
    const seen: Json[] = [];
    await consume(
      queue,
      fakeFunction((records) => (seen.push(...records), succeed)),
    );
    expect(seen).toEqual([
      {
        messageId: 'id-0',
        receiptHandle: 'handle-0',
        body: 'a',
        attributes: { ApproximateReceiveCount: '1' },
        messageAttributes: {
          Kind: { dataType: 'String', stringValue: 'x', stringListValues: [], binaryListValues: [] },
        },
        md5OfBody: '',
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:queue',
        awsRegion: 'us-east-1',
      },
    ]);
    expect(deleted).toEqual(['a']);
  });

  test('come in batches of the size of the mapping', async () => {
    const { queue } = fakeQueue('a', 'b', 'c', 'd', 'e');
    const batches: number[] = [];
    await consume(
      queue,
      fakeFunction((records) => (batches.push(records.length), succeed)),
      { BatchSize: 2 },
    );
    expect(batches).toEqual([2, 2, 1]);
  });

  test('are gathered within the batching window beyond what one call receives', async () => {
    const { queue, receives } = fakeQueue(...Array.from({ length: 15 }, String));
    const batches: number[] = [];
    const lambda = fakeFunction((records) => (batches.push(records.length), succeed));
    await consume(queue, lambda, { BatchSize: 15, MaximumBatchingWindowInSeconds: 60 });
    expect(batches).toEqual([15]);
    expect(receives.slice(0, 2)).toEqual([10, 5]);
  });

  test('stay in the queue when the function fails', async () => {
    const { queue, deleted } = fakeQueue('a', 'b');
    await consume(
      queue,
      fakeFunction(() => fail),
    );
    expect(deleted).toEqual([]);
  });

  test('stay in the queue when the function is throttled, and the next ones are tried', async () => {
    const { queue, deleted } = fakeQueue('a', 'b');
    const lambda = fakeFunction((_, invocation) => {
      if (invocation === 1) throw new InvocationRefused('TooManyRequestsException', 'Rate Exceeded.');
      return succeed;
    });
    await consume(queue, lambda, { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 1 } });
    expect(deleted).toEqual(['b']);
  });

  test('that the function reports as failed stay, the others of the batch are deleted', async () => {
    const { queue, deleted } = fakeQueue('a', 'b', 'c');
    await consume(
      queue,
      fakeFunction(() => report('id-1')),
      partial,
    );
    expect(deleted).toEqual(['a', 'c']);
  });

  test('are all deleted when the mapping does not ask for reports', async () => {
    const { queue, deleted } = fakeQueue('a', 'b');
    await consume(
      queue,
      fakeFunction(() => report('id-1')),
    );
    expect(deleted).toEqual(['a', 'b']);
  });

  test.each([
    ['names a message that is not there', report('nothing')],
    ['has no identifiers', { payload: '{"batchItemFailures":[{}]}', functionError: undefined }],
    ['is no list', { payload: '{"batchItemFailures":"all"}', functionError: undefined }],
  ])('all stay when the report %s', async (_, answer) => {
    const { queue, deleted } = fakeQueue('a', 'b');
    await consume(
      queue,
      fakeFunction(() => answer),
      partial,
    );
    expect(deleted).toEqual([]);
  });

  test('that no filter lets pass are deleted unseen', async () => {
    const { queue, deleted } = fakeQueue('{"kind":"wanted","n":1}', '{"kind":"other"}', 'no JSON');
    const seen: (Json | undefined)[] = [];
    const lambda = fakeFunction((records) => (seen.push(...bodiesOf(records)), succeed));
    const Pattern = JSON.stringify({ body: { kind: ['wanted'] } });
    await consume(queue, lambda, { FilterCriteria: { Filters: [{ Pattern }] } });
    expect(seen).toEqual(['{"kind":"wanted","n":1}']);
    expect(deleted.toSorted()).toEqual(['no JSON', '{"kind":"other"}', '{"kind":"wanted","n":1}'].toSorted());
  });

  test('are worked on no more at a time than the maximum concurrency', async () => {
    const { queue } = fakeQueue(...Array.from({ length: 12 }, String));
    let running = 0;
    let most = 0;
    const lambda = fakeFunction(async () => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      running -= 1;
      return succeed;
    });
    await consume(queue, lambda, { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 3 } });
    expect(most).toBe(3);
  });

  test('wait while the mapping is paused', async () => {
    const { queue, deleted, receives } = fakeQueue('a');
    const mapping = readMapping('Mapping', { EventSourceArn: 'arn:queue', FunctionName: 'consumer' });
    source = createQueueSource({
      mapping,
      queue,
      environmentLimit: 8,
      lambda: fakeFunction(() => succeed),
      log: () => undefined,
    });
    expect([source.enabled, receives]).toEqual([false, []]);
    source.resume();
    await source.idle();
    await source.pause();
    const before = receives.length;
    await new Promise(setImmediate);
    expect([source.enabled, receives.length, deleted]).toEqual([false, before, ['a']]);
  });
});

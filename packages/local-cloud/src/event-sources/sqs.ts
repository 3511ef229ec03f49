import type { Message } from '@aws-sdk/client-sqs';
import { setTimeout as wait } from 'node:timers/promises';
import { region } from '../services/names.ts';
import type { LocalFunction } from '../lambda/function.ts';
import { Json, type JsonObject } from '../template.ts';
import { failedItems } from './batch-response.ts';
import type { MappingConfiguration } from './configuration.ts';
import { createIdleWaiters, createSwitch, type EventSource } from './event-source.ts';
import { compilePattern } from './pattern.ts';
import type { Queue } from './queue.ts';

export interface QueueSourceOptions {
  readonly mapping: MappingConfiguration;
  readonly queue: Pick<Queue, 'receive' | 'delete'>;
  readonly lambda: LocalFunction;
  /** The most invocations at a time when the mapping sets no maximum concurrency. */
  readonly environmentLimit: number;
  readonly log: (line: string) => void;
}

const defaultBatchSize = 10;
const receiveLimit = 10;
/** A pause waits for the current poll. A message that an aborted poll took would stay invisible. */
const pollSeconds = 1;
const afterErrorMilliseconds = 1000;

const messageAttributes = (message: Message): Json =>
  Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
      name,
      {
        ...(value.StringValue === undefined ? {} : { stringValue: value.StringValue }),
        ...(value.BinaryValue === undefined ? {} : { binaryValue: Buffer.from(value.BinaryValue).toString('base64') }),
        stringListValues: [],
        binaryListValues: [],
        dataType: value.DataType ?? 'String',
      },
    ]),
  );

/** https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#example-standard-queue-message-event */
const recordOf = (message: Message, sourceArn: string): JsonObject => ({
  messageId: message.MessageId ?? '',
  receiptHandle: message.ReceiptHandle ?? '',
  body: message.Body ?? '',
  attributes: { ...message.Attributes },
  messageAttributes: messageAttributes(message),
  md5OfBody: message.MD5OfBody ?? '',
  eventSource: 'aws:sqs',
  eventSourceARN: sourceArn,
  awsRegion: region,
});

const parsedBody = (body: string): Json | undefined => {
  try {
    return Json.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
};

/**
 * A pattern for fields of the body is compared with the parsed body, a pattern for plain text with the text.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-sqs-filtering.html
 */
const createFilter = (patterns: readonly JsonObject[]): ((record: JsonObject) => boolean) => {
  const tests = patterns.map((pattern) => {
    const test = compilePattern(pattern);
    if (Array.isArray(pattern['body'])) return test;
    return (record: JsonObject) => {
      const { body } = record;
      return test({ ...record, body: (typeof body === 'string' ? parsedBody(body) : undefined) ?? null });
    };
  });
  return (record) => tests.length === 0 || tests.some((test) => test(record));
};

const invoke = async ({ mapping, queue, lambda }: QueueSourceOptions, messages: readonly Message[]): Promise<void> => {
  const records = messages.map((message) => recordOf(message, mapping.sourceArn));
  const { functionError, payload } = await lambda.invoke(JSON.stringify({ Records: records }));
  // A message that is not deleted is visible again after the queue's visibility timeout, or moves to its dead-letter queue.
  if (functionError !== undefined) return;
  const identifiers = new Set(messages.map(({ MessageId = '' }) => MessageId));
  const failed = mapping.reportsItemFailures ? failedItems(payload, identifiers) : new Set<string>();
  if (failed === 'all') return;
  await queue.delete(messages.filter(({ MessageId = '' }) => !failed.has(MessageId)));
};

/** As many messages as a batch may have, within its window. */
const collect = async (
  { mapping, queue }: QueueSourceOptions,
  signal: AbortSignal,
  cut: AbortSignal,
): Promise<Message[]> => {
  const { windowMilliseconds, batchSize = defaultBatchSize } = mapping;
  const messages = [...(await queue.receive(Math.min(batchSize, receiveLimit), pollSeconds, cut))];
  const until = performance.now() + windowMilliseconds;
  while (messages.length > 0 && messages.length < batchSize && performance.now() < until && !signal.aborted) {
    messages.push(...(await queue.receive(Math.min(batchSize - messages.length, receiveLimit), pollSeconds, cut)));
  }
  return messages;
};

export const createQueueSource = (options: QueueSourceOptions): EventSource => {
  const { mapping, queue, lambda, log } = options;
  const { logicalId, sourceArn } = mapping;
  const concurrency = mapping.maximumConcurrency ?? options.environmentLimit;
  const passes = createFilter(mapping.patterns);
  const idleWaiters = createIdleWaiters();
  const running = new Set<Promise<void>>();
  const cut = new AbortController();

  const dispatch = (messages: readonly Message[]): void => {
    const work = invoke(options, messages).catch((error: unknown) => {
      log(`${logicalId}: ${String(error)}`);
    });
    running.add(work);
    void work.finally(() => running.delete(work));
  };

  const pollOnce = async (signal: AbortSignal): Promise<void> => {
    while (running.size >= concurrency) await Promise.race(running);
    const release = idleWaiters.take();
    const messages = await collect(options, signal, cut.signal);
    const wanted = messages.filter((message) => passes(recordOf(message, sourceArn)));
    if (wanted.length < messages.length) await queue.delete(messages.filter((message) => !wanted.includes(message)));
    if (wanted.length > 0) dispatch(wanted);
    else if (messages.length === 0 && running.size === 0) release();
  };

  const poll = createSwitch(async (signal) => {
    let lastError: string | undefined;
    while (!signal.aborted) {
      try {
        await pollOnce(signal);
        lastError = undefined;
      } catch (error) {
        if (lastError !== String(error) && !cut.signal.aborted) log(`${logicalId}: ${String(error)}`);
        lastError = String(error);
        await wait(afterErrorMilliseconds, undefined, { signal }).catch(() => undefined);
      }
    }
    await Promise.all(running);
  });

  return {
    logicalId,
    sourceArn,
    functionName: lambda.configuration.name,
    retries: null,
    get enabled() {
      return poll.on;
    },
    resume: () => {
      poll.resume();
    },
    pause: () => poll.pause(),
    stop: () => {
      const paused = poll.pause();
      cut.abort();
      return paused;
    },
    idle: () => idleWaiters.wait(),
  };
};

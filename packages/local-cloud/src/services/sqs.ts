import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';
import { AwsError, type AwsAnswer, type AwsService } from './aws-service.ts';
import { makeFair } from './fair-queue.ts';
import { buildFauxqs, SnsStore, SqsStore, type SqsQueue } from './fauxqs.ts';
import { children, parseJsonObject, text, type JsonObject } from './json-object.ts';
import { account, queueArn } from './names.ts';
import { QueuePersistence } from './queue-persistence.ts';

/** The numbers of messages of a queue, as SQS counts them. */
export interface QueueDepth {
  readonly name: string;
  readonly visible: number;
  readonly inFlight: number;
  readonly delayed: number;
}

export interface Sqs {
  readonly handle: AwsService;
  /** The depths of the queues, in the order of creation. */
  readonly depths: () => readonly QueueDepth[];
  /** When the oldest message was sent; undefined without messages. */
  readonly oldestAt: (queueName: string) => number | undefined;
  /** Creates the queue, or updates an existing one to the template. */
  createQueue(properties: unknown): { queueName: string; url: string; arn: string };
  stop(): Promise<void>;
}

const scalar = z.union([z.number(), z.string(), z.boolean()]).transform(String).optional();
/** Other properties of `AWS::SQS::Queue` have no effect on one machine. */
const queueProperties = z.object({
  QueueName: z.string({ error: 'the queue has no QueueName' }),
  DelaySeconds: scalar,
  MaximumMessageSize: scalar,
  MessageRetentionPeriod: scalar,
  ReceiveMessageWaitTimeSeconds: scalar,
  VisibilityTimeout: scalar,
  FifoQueue: scalar,
  ContentBasedDeduplication: scalar,
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() }).optional(),
});

/**
 * fauxqs, without a port of its own: its server would listen on every network, and only the gateway may be reachable.
 * @param origin of the gateway, for the URLs of the queues
 */
export const startSqs = async (options: { directory: string | undefined; origin: () => string }): Promise<Sqs> => {
  const sending = new AsyncLocalStorage<JsonObject[]>();
  const store = new FairStore((body) => takeGroup(sending.getStore() ?? [], body));
  const snsStore = new SnsStore();
  const persistence = options.directory === undefined ? undefined : new QueuePersistence(options.directory);
  if (persistence !== undefined) {
    // Loaded into the store before queues are created: creating a queue again would delete its messages.
    persistence.loadSqsAndSns(store, snsStore);
    store.persistence = persistence;
    for (const queue of store.allQueues()) queue.persistence = persistence;
  }
  const app = buildFauxqs(store, snsStore);
  await app.ready();
  const urlOf = (path: string): string => `${options.origin()}${path}`;

  return {
    handle: async ({ operation, input, headers, body }) => {
      const entries = operation === 'SendMessageBatch' ? [...children(input, 'Entries')] : [input];
      if (operation.startsWith('SendMessage')) entries.forEach(requireGroup);
      // Awaited inside: the request starts only then.
      const answer = await sending.run(
        entries,
        async () =>
          await app.inject({
            method: 'POST',
            url: '/',
            headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': headers['x-amz-target'] },
            payload: body,
          }),
      );
      return {
        status: answer.statusCode,
        headers: passed(answer.headers),
        body: naming.has(operation) ? withUrls(answer.payload, urlOf) : answer.payload,
        undelivered: () => {
          if (operation === 'ReceiveMessage') giveBack(store.getQueue(text(input, 'QueueUrl') ?? ''), answer.payload);
        },
      };
    },
    depths: () => Array.from(store.allQueues(), depthOf),
    oldestAt: (queueName) => {
      const { ready = [], inflight = [] } = store.getQueueByName(queueName)?.inspectMessages() ?? {};
      const messages = [...ready, ...inflight.map(({ message }) => message)].filter(
        ({ approximateReceiveCount }) => approximateReceiveCount < timesInAge,
      );
      return messages.map(({ sentTimestamp: at }) => at).toSorted((left, right) => left - right)[0];
    },
    createQueue: (properties) => {
      const { QueueName: queueName, RedrivePolicy, ...rest } = queueProperties.parse(properties);
      const attributes = Object.fromEntries(Object.entries(rest));
      if (RedrivePolicy !== undefined) attributes.RedrivePolicy = JSON.stringify(RedrivePolicy);
      const path = `/${account}/${queueName}`;
      const existing = store.getQueueByName(queueName);
      // SQS removes a policy when it is set to an empty one.
      if (existing === undefined) store.createQueue(queueName, path, queueArn(queueName), attributes);
      else existing.setAttributes({ RedrivePolicy: '', ...attributes });
      return { queueName, url: urlOf(path), arn: queueArn(queueName) };
    },
    stop: async () => {
      await app.close();
      persistence?.close();
    },
  };
};

/**
 * A message that was received so often, and not deleted, no longer counts for the age of the oldest one.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
 */
const timesInAge = 3;

const depthOf = (queue: SqsQueue): QueueDepth => {
  // Messages that became visible or due are moved only by this call.
  queue.processTimers();
  const { ready, inflight, delayed } = queue.inspectMessages();
  return { name: queue.name, visible: ready.length, inFlight: inflight.length, delayed: delayed.length };
};

class FairStore extends SqsStore {
  readonly #groupOf: (body: string) => string | undefined;
  constructor(groupOf: (body: string) => string | undefined) {
    super();
    this.#groupOf = groupOf;
  }
  override createQueue(...of: Parameters<SqsStore['createQueue']>): SqsQueue {
    const queue = super.createQueue(...of);
    if (!queue.isFifo()) makeFair(queue, this.#groupOf);
    return queue;
  }
}

/** SQS refuses the name of a group that is empty, too long, or has other characters than letters, digits and punctuation. */
const requireGroup = (entry: JsonObject): void => {
  const group = text(entry, 'MessageGroupId');
  if (group !== undefined && !/^[!-~]{1,128}$/.test(group)) {
    throw new AwsError('InvalidParameterValue', 'Value for parameter MessageGroupId is invalid.');
  }
};

/** The entries of a request arrive in its order, without those that were refused. */
const takeGroup = (entries: JsonObject[], body: string): string | undefined => {
  const index = entries.findIndex((entry) => entry.MessageBody === body);
  if (index === -1) return undefined;
  return entries
    .splice(0, index + 1)
    .map((entry) => text(entry, 'MessageGroupId'))
    .at(-1);
};

/** The caller of the long poll has disconnected. Its messages become visible at once, as if never received. */
const giveBack = (queue: SqsQueue | undefined, payload: string): void => {
  for (const message of children(parseJsonObject(payload) ?? {}, 'Messages')) {
    queue?.changeVisibility(text(message, 'ReceiptHandle') ?? '', 0);
  }
};

/** Operations that answer with URLs of queues. The store keeps them as paths, because the gateway's port may change. */
const naming: ReadonlySet<string> = new Set(['CreateQueue', 'GetQueueUrl', 'ListQueues']);

const withUrls = (payload: string, urlOf: (path: string) => string): string =>
  payload.replaceAll(/"(\/\d{12}\/[^"]+)"/g, (_, path: string) => JSON.stringify(urlOf(path)));

const passed = (headers: Readonly<Record<string, unknown>>): AwsAnswer['headers'] =>
  Object.fromEntries(
    ['content-type', 'x-amzn-query-error'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

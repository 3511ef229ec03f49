import { PolicyStatement, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { hintReceptions, queueNames, queues, type QueueName } from '../../lambdas/domain/work.ts';
import { queueVariable, type QueueVariable } from '../../lambdas/runtime/environment.ts';
import { pinLogicalId } from '../logical-id.ts';
import type { QueueSize } from '../queue-size.ts';
import type { WorkerSize } from '../stages.ts';
import { allowUnseen } from '../unseen-grants.ts';
import type { ServiceFunction } from './service-function.ts';

/** As long as SQS keeps a message at most. */
const kept = Duration.days(14);

const capitalised = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The queues of hints, as the table of work names them, and the one for what failed for good. */
export class WorkQueues extends Construct {
  readonly failed: Queue;
  readonly #hints: ReadonlyMap<QueueName, Queue>;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.failed = new Queue(this, 'Failed', {
      retentionPeriod: kept,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
    pinLogicalId(this.failed, 'FailedQueue');
    this.#hints = new Map(queueNames.map((name) => [name, this.addQueue(`${capitalised(name)}Queue`)]));
  }

  /** A queue whose messages end in the one for what failed. @param id is the logical id, too */
  addQueue(id: string): Queue {
    const queue = new Queue(this, id, {
      retentionPeriod: kept,
      // What a worker reports as failed comes again after this; it is longer than any worker lives.
      visibilityTimeout: Duration.minutes(6),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      deadLetterQueue: { queue: this.failed, maxReceiveCount: hintReceptions },
    });
    pinLogicalId(queue, id);
    return queue;
  }

  /** The addresses of all queues of hints, for who sends them. */
  get environment(): Partial<Record<QueueVariable, string>> {
    return this.environmentOf(queueNames);
  }

  /** The addresses of some queues of hints. */
  environmentOf(names: readonly QueueName[]): Partial<Record<QueueVariable, string>> {
    const own = Array.from(this.#hints).filter(([name]) => names.includes(name));
    return Object.fromEntries(own.map(([name, { queueUrl }]) => [queueVariable(name), queueUrl]));
  }

  /** Lets a function put hints on every queue of hints. */
  grantSendingHints(grantee: IGrantable): void {
    this.#allow(grantee, ['sqs:SendMessage'], Array.from(this.#hints.values()));
  }

  /** Lets a function send what can't be dealt with to the queue for what failed. */
  grantSettingAside(grantee: IGrantable): void {
    this.#allow(grantee, ['sqs:SendMessage'], [this.failed]);
  }

  /** Lets a function put messages on a queue that is no queue of hints. */
  grantSending(grantee: IGrantable, queue: Queue): void {
    this.#allow(grantee, ['sqs:SendMessage'], [queue]);
  }

  /** Leads the queues to a function that the table of work gives to it. @param own sizes of further queues */
  feed(worker: ServiceFunction, size: WorkerSize, own: Readonly<Partial<Record<QueueName, QueueSize>>> = {}): void {
    const [first, ...others] = Array.from(this.#hints).filter(([name]) => queues[name] === worker.node.id);
    if (first === undefined) throw new Error(`no queue is for ${worker.node.id}`);
    this.consume(first[1], worker, size);
    for (const [name, queue] of others) {
      this.consume(queue, worker, own[name] ?? size, `${capitalised(name)}Source`);
    }
  }

  /** Leads a queue to a function. @param id of the event source, within the function */
  consume(queue: Queue, consumer: ServiceFunction, { batchSize, concurrency }: QueueSize, id = 'Source'): void {
    this.#allow(consumer, ['sqs:ReceiveMessage', 'sqs:DeleteMessage'], [queue]);
    // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
    allowUnseen(
      consumer,
      { actions: ['sqs:GetQueueAttributes'], resources: [queue.queueArn] },
      "Lambda reads the queue's attributes to poll it; the local cloud knows them without a call.",
    );
    const source = new EventSourceMapping(consumer, id, {
      target: consumer.function,
      eventSourceArn: queue.queueArn,
      batchSize,
      maxConcurrency: concurrency,
      reportBatchItemFailures: true,
    });
    pinLogicalId(source, `${consumer.node.id}${id}`);
  }

  #allow(grantee: IGrantable, actions: string[], queues: readonly Queue[]): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({ actions, resources: queues.map(({ queueArn }) => queueArn) }),
    );
  }
}

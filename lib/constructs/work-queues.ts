import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Duration, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { hintReceptions, queueNames, queues, work, workKinds, type QueueName } from '../../lambdas/kernel/work.ts';
import { queueVariable, type QueueVariable } from '../../lambdas/runtime/environment.ts';
import { pinLogicalId } from '../logical-id.ts';
import { runsIn } from '../maintenance.ts';
import type { QueueSize } from '../queue-size.ts';
import type { WorkerSize } from '../function-size.ts';
import { allow, allowUnseen } from '../unseen-grants.ts';
import type { ServiceFunction } from './service-function.ts';

/** The maximum of SQS. */
const kept = Duration.days(14);

/** Failed messages are redelivered after this time, which is longer than any worker's timeout. */
const visibilityTimeout = Duration.minutes(6);

export const capitalised = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The queues of hints by lambdas/kernel/work.ts, and their dead-letter queue. */
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

  /** A queue with the dead-letter queue. @param id is also the logical id */
  addQueue(id: string): Queue {
    const queue = new Queue(this, id, {
      retentionPeriod: kept,
      visibilityTimeout,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      deadLetterQueue: { queue: this.failed, maxReceiveCount: hintReceptions },
    });
    pinLogicalId(queue, id);
    return queue;
  }

  /** A queue of end customers' messages: they are repeated for a day, and none is set aside. @param id is also the logical id */
  addPersonalQueue(id: string): Queue {
    const queue = new Queue(this, id, {
      retentionPeriod: Duration.days(1),
      visibilityTimeout,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
    Validations.of(queue).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason:
        'A message of an end customer is not kept for two weeks. One that fails is repeated for a day, and an alarm tells of its age.',
    });
    pinLogicalId(queue, id);
    return queue;
  }

  /** The URLs of the queues of hints. */
  get environment(): Partial<Record<QueueVariable, string>> {
    return this.environmentOf(queueNames);
  }

  /** The addresses of some queues of hints. */
  environmentOf(names: readonly QueueName[]): Partial<Record<QueueVariable, string>> {
    const own = Array.from(this.#hints).filter(([name]) => names.includes(name));
    return Object.fromEntries(own.map(([name, { queueUrl }]) => [queueVariable(name), queueUrl]));
  }

  grantSendingHints(grantee: IGrantable): void {
    this.#allow(grantee, ['sqs:SendMessage'], Array.from(this.#hints.values()));
  }

  /** Lets a function send to the dead-letter queue. */
  grantSettingAside(grantee: IGrantable): void {
    this.#allow(grantee, ['sqs:SendMessage'], [this.failed]);
  }

  /** Lets a function look at the dead-letter queue, and send its messages to their queues again. @param other beside the queues of hints */
  grantSendingAgain(grantee: IGrantable, other: Queue): void {
    const actions = ['sqs:ReceiveMessage', 'sqs:ChangeMessageVisibility', 'sqs:DeleteMessage'];
    this.#allow(grantee, actions, [this.failed]);
    const ofWork = new Set<QueueName>(workKinds.map((kind) => work[kind].queue));
    const hints = Array.from(this.#hints).flatMap(([name, queue]) => (ofWork.has(name) ? [queue] : []));
    this.#allow(grantee, ['sqs:SendMessage'], [...hints, other]);
  }

  grantSending(grantee: IGrantable, queue: Queue): void {
    this.#allow(grantee, ['sqs:SendMessage'], [queue]);
  }

  /** Makes a function the consumer of its queues by lambdas/kernel/work.ts. @param own sizes of further queues */
  feed(worker: ServiceFunction, size: WorkerSize, own: Readonly<Partial<Record<QueueName, QueueSize>>> = {}): void {
    const [first, ...others] = Array.from(this.#hints).filter(([name]) => queues[name] === worker.node.id);
    if (first === undefined) throw new Error(`no queue has the consumer ${worker.node.id}`);
    this.consume(first[1], worker, size);
    for (const [name, queue] of others) {
      this.consume(queue, worker, own[name] ?? size, `${capitalised(name)}Source`);
    }
  }

  /** Makes a function the consumer of a queue. @param id of the event source within the function */
  consume(queue: Queue, consumer: ServiceFunction, { batchSize, concurrency }: QueueSize, id = 'Source'): void {
    this.#allow(consumer, ['sqs:ReceiveMessage', 'sqs:DeleteMessage'], [queue]);
    // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
    allowUnseen(
      consumer,
      { actions: ['sqs:GetQueueAttributes'], resources: [queue.queueArn] },
      "Lambda reads the queue's attributes to poll it; the local cloud makes no call.",
    );
    const source = new EventSourceMapping(consumer, id, {
      target: consumer.function,
      eventSourceArn: queue.queueArn,
      batchSize,
      maxConcurrency: concurrency,
      enabled: runsIn(consumer.maintenance, consumer.node.id),
      reportBatchItemFailures: true,
    });
    pinLogicalId(source, `${consumer.node.id}${id}`);
  }

  #allow(grantee: IGrantable, actions: string[], queues: readonly Queue[]): void {
    allow(grantee, { actions, resources: queues.map(({ queueArn }) => queueArn) });
  }
}

import { PolicyStatement, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Variable } from '../../lambdas/runtime/environment.ts';
import { pinLogicalId } from '../logical-id.ts';
import type { WorkerSize } from '../stages.ts';
import { allowUnseen } from '../unseen-grants.ts';
import type { ServiceFunction } from './service-function.ts';

/** Kinds of work that wait in the table, and by which variable a function knows the queue of their hints. */
export const workKinds = {
  event: 'eventQueueUrl',
  outbox: 'outboxQueueUrl',
  migration: 'migrationQueueUrl',
  lifecycle: 'lifecycleQueueUrl',
  sync: 'syncQueueUrl',
  refresh: 'refreshQueueUrl',
  report: 'reportQueueUrl',
} as const satisfies Record<string, Variable>;

export type WorkKind = keyof typeof workKinds;

/** As long as SQS keeps a message at most. */
const kept = Duration.days(14);
/** A hint that came in vain so often is set aside for people to see; the sweep goes on finding its work. */
const receptions = 10;

/** The queues of hints, one for each kind of work that waits in the table, and the one for what failed for good. */
export class WorkQueues extends Construct {
  readonly failed: Queue;
  readonly #byKind: Readonly<Record<WorkKind, Queue>>;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.failed = new Queue(this, 'Failed', {
      retentionPeriod: kept,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
    pinLogicalId(this.failed, 'FailedQueue');
    this.#byKind = {
      event: this.addQueue('EventQueue'),
      outbox: this.addQueue('OutboxQueue'),
      migration: this.addQueue('MigrationQueue'),
      lifecycle: this.addQueue('LifecycleQueue'),
      sync: this.addQueue('SyncQueue'),
      refresh: this.addQueue('RefreshQueue'),
      report: this.addQueue('ReportQueue'),
    };
  }

  /** A queue whose messages end in the one for what failed. @param id is the logical id, too */
  addQueue(id: string): Queue {
    const queue = new Queue(this, id, {
      retentionPeriod: kept,
      // What a worker reports as failed comes again after this; it is longer than any worker lives.
      visibilityTimeout: Duration.minutes(6),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      deadLetterQueue: { queue: this.failed, maxReceiveCount: receptions },
    });
    pinLogicalId(queue, id);
    return queue;
  }

  /** The addresses of all queues of hints, for who sends them. */
  get environment(): Record<(typeof workKinds)[WorkKind], string> {
    return {
      eventQueueUrl: this.#byKind.event.queueUrl,
      outboxQueueUrl: this.#byKind.outbox.queueUrl,
      migrationQueueUrl: this.#byKind.migration.queueUrl,
      lifecycleQueueUrl: this.#byKind.lifecycle.queueUrl,
      syncQueueUrl: this.#byKind.sync.queueUrl,
      refreshQueueUrl: this.#byKind.refresh.queueUrl,
      reportQueueUrl: this.#byKind.report.queueUrl,
    };
  }

  /** Lets a function put hints on every queue of hints. */
  grantSendingHints(grantee: IGrantable): void {
    this.#allow(grantee, ['sqs:SendMessage'], Object.values(this.#byKind));
  }

  /** Lets a function send what can't be dealt with to the queue for what failed. */
  grantSettingAside(grantee: IGrantable): void {
    this.#allow(grantee, ['sqs:SendMessage'], [this.failed]);
  }

  /** Lets a function put messages on a queue that is no queue of hints. */
  grantSending(grantee: IGrantable, queue: Queue): void {
    this.#allow(grantee, ['sqs:SendMessage'], [queue]);
  }

  /** Makes the function the worker of a kind. */
  work(kind: WorkKind, worker: ServiceFunction, size: WorkerSize): void {
    this.consume(this.#byKind[kind], worker, size);
  }

  /** Leads a queue to a function. */
  consume(queue: Queue, consumer: ServiceFunction, { batchSize, concurrency }: WorkerSize): void {
    this.#allow(consumer, ['sqs:ReceiveMessage', 'sqs:DeleteMessage'], [queue]);
    // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
    allowUnseen(
      consumer,
      { actions: ['sqs:GetQueueAttributes'], resources: [queue.queueArn] },
      "Lambda reads the queue's attributes to poll it; the local cloud knows them without a call.",
    );
    const source = new EventSourceMapping(consumer, 'Source', {
      target: consumer.function,
      eventSourceArn: queue.queueArn,
      batchSize,
      maxConcurrency: concurrency,
      reportBatchItemFailures: true,
    });
    pinLogicalId(source, `${consumer.node.id}Source`);
  }

  #allow(grantee: IGrantable, actions: string[], queues: readonly Queue[]): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({ actions, resources: queues.map(({ queueArn }) => queueArn) }),
    );
  }
}

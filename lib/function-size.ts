import type { QueueSize } from './queue-size.ts';

export interface WorkerSizes {
  readonly changeRelay: FunctionSize;
  readonly dueSweep: FunctionSize;
  readonly journal: StreamReaderSize;
  readonly folding: WorkerSize;
  readonly customerImport: WorkerSize;
  readonly parkedReports: WorkerSize;
  readonly reportAudit: FunctionSize;
  readonly webhookDelivery: WorkerSize;
  /** The queue for slow endpoints, which has the same consumer. */
  readonly slowWebhooks: QueueSize;
  readonly outboxKeeper: WorkerSize;
  readonly webhookMigration: WorkerSize;
  readonly lifecycle: WorkerSize;
  readonly templateSync: WorkerSize;
  readonly instanceRefresh: WorkerSize;
  readonly callbackIntake: WorkerSize;
  readonly callbackRelay: WorkerSize;
  /** In a stage with `probe`. */
  readonly stageProbe: FunctionSize;
  /** In a stage with `auditCopy`. */
  readonly auditCopy: WorkerSize;
}

/** A function that consumes a queue. */
export interface WorkerSize extends FunctionSize, QueueSize {}

/** A function that reads the table's stream. */
interface StreamReaderSize extends FunctionSize {
  /** Records of one invocation, 1..10,000. */
  readonly batchSize: number;
  /** The batching window, 0..300. */
  readonly windowSeconds: number;
}

export interface FunctionSize {
  readonly memoryMiB: number;
  /** 1..900; below 30 for functions of the API, because of API Gateway's timeout. Work ends before it: docs/adr/0020-deadlines.md. */
  readonly timeoutSeconds: number;
  /**
   * The reserved and maximal concurrency. AWS keeps 100 of an account's concurrency unreserved:
   * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
   */
  readonly reservedConcurrency: number | 'unreserved';
}

/** The functions of the routes that anybody may call. */
export interface OpenFunctions {
  readonly platformCallback: FunctionSize;
  readonly connect: FunctionSize;
  readonly openApi: FunctionSize;
}

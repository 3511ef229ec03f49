import type { FunctionSize, OpenFunctions, WorkerSizes } from './function-size.ts';

/** The sizes of the functions, from which the stages derive theirs. */

// 1,769 MiB is one whole virtual processor: https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
export const dispatcher: FunctionSize = { memoryMiB: 1769, timeoutSeconds: 29, reservedConcurrency: 'unreserved' };
const connect: FunctionSize = { memoryMiB: 1024, timeoutSeconds: 29, reservedConcurrency: 'unreserved' };
const openApi: FunctionSize = { memoryMiB: 256, timeoutSeconds: 10, reservedConcurrency: 'unreserved' };
export const operator: FunctionSize = { memoryMiB: 512, timeoutSeconds: 300, reservedConcurrency: 'unreserved' };
const platformCallback: FunctionSize = {
  memoryMiB: 1024,
  timeoutSeconds: 10,
  reservedConcurrency: 'unreserved',
};

/** The functions of the routes that anybody may call, by stage. Their throttles derive from what is reserved here. */
export const openFunctions = {
  production: {
    connect: { ...connect, reservedConcurrency: 50 },
    // Scanners request unknown paths.
    openApi: { ...openApi, reservedConcurrency: 20 },
    // Messages of lines come here too, where a partner's callbacks are sent on.
    platformCallback: { ...platformCallback, reservedConcurrency: 50 },
  },
  staging: {
    connect: { ...connect, reservedConcurrency: 10 },
    openApi: { ...openApi, reservedConcurrency: 5 },
    platformCallback: { ...platformCallback, reservedConcurrency: 5 },
  },
  local: { connect, openApi, platformCallback },
} as const satisfies Readonly<Record<string, OpenFunctions>>;

/** API Gateway caches the answers, so the function needs few environments. */
export const originCheck: FunctionSize = { memoryMiB: 256, timeoutSeconds: 5, reservedConcurrency: 'unreserved' };
const worker: FunctionSize = { memoryMiB: 512, timeoutSeconds: 60, reservedConcurrency: 'unreserved' };

export const workers: WorkerSizes = {
  changeRelay: { ...worker, memoryMiB: 1024 },
  dueSweep: worker,
  journal: { ...worker, memoryMiB: 1769, timeoutSeconds: 300, batchSize: 2_000, windowSeconds: 10 },
  folding: { ...worker, memoryMiB: 1769, timeoutSeconds: 300, batchSize: 1, concurrency: 200 },
  // A partner has one at a time. So many take half of the table's quota at most: docs/adr/0026-importing.md
  customerImport: { ...worker, memoryMiB: 1769, timeoutSeconds: 120, batchSize: 1, concurrency: 5 },
  parkedReports: { ...worker, memoryMiB: 1024, timeoutSeconds: 300, batchSize: 1, concurrency: 20 },
  reportAudit: { ...worker, memoryMiB: 1024, timeoutSeconds: 120 },
  webhookDelivery: { ...worker, memoryMiB: 1024, batchSize: 10, concurrency: 140 },
  slowWebhooks: { batchSize: 10, concurrency: 50 },
  outboxKeeper: { ...worker, timeoutSeconds: 120, batchSize: 1, concurrency: 50 },
  webhookMigration: { ...worker, timeoutSeconds: 300, batchSize: 1, concurrency: 20 },
  lifecycle: { ...worker, timeoutSeconds: 300, batchSize: 1, concurrency: 20 },
  templateSync: { ...worker, memoryMiB: 1024, timeoutSeconds: 300, batchSize: 1, concurrency: 20 },
  instanceRefresh: { ...worker, timeoutSeconds: 300, batchSize: 1, concurrency: 20 },
  callbackIntake: { ...worker, timeoutSeconds: 120, batchSize: 5, concurrency: 20 },
  callbackRelay: { ...worker, memoryMiB: 1024, batchSize: 10, concurrency: 60 },
  // It waits for most of its time. A run may wait for an event, and take no longer than until the next one.
  stageProbe: { ...worker, memoryMiB: 256, timeoutSeconds: 240 },
  auditCopy: { ...worker, batchSize: 10, concurrency: 2 },
};

/** The concurrency that the workers of the stream and the sweep of due work reserve. */
interface Reserved {
  readonly changeRelay: number;
  readonly journal: number;
  readonly dueSweep: number;
}

/**
 * The sizes with reserved concurrency for what starts all other work. The workers of the queues share what the account has
 * left, and their maxima are more than that: without a reservation they could keep new work from being noticed.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
export const reserving = ({ changeRelay, journal, dueSweep }: Reserved): WorkerSizes => ({
  ...workers,
  changeRelay: { ...workers.changeRelay, reservedConcurrency: changeRelay },
  journal: { ...workers.journal, reservedConcurrency: journal },
  dueSweep: { ...workers.dueSweep, reservedConcurrency: dueSweep },
});

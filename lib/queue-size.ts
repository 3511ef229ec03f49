/** The batch size and the concurrency of a queue's consumer. */
export interface QueueSize {
  /** Messages of one invocation, 1..10. */
  readonly batchSize: number;
  /** Invocations at a time, 2..1000. */
  readonly concurrency: number;
}

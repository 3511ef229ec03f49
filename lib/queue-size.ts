/** How a queue leads to a function. */
export interface QueueSize {
  /** Messages of one invocation, 1..10. */
  readonly batchSize: number;
  /** Invocations at a time, 2..1000. */
  readonly concurrency: number;
}

/** Assumptions of the model about what AWS does not publish and about the world outside. Milliseconds. */
export const assumptions = {
  /** The time of a read of the table, and of a write. */
  readTime: 4,
  writeTime: 5,
  /** The time of a transaction. Other writes of its items are refused during that time. */
  transactionTime: 10,
  /** The time from the commit to the reader of the stream. */
  streamDelay: 200,
  /** The time of a hint in a queue. */
  queueDelay: 30,
  /** The time of an exchange with a healthy endpoint. */
  exchangeTime: 100,
  /** The processor time of a call, and of an event. */
  callTime: 10,
  eventTime: 3,
  /** The decryption of a secret by KMS. */
  keyTime: 10,
  /** The bytes of a report's record in the stream, with both images. */
  reportBytes: 1_500,
  /** The same of a history entry with an event. */
  eventBytes: 2_048,
} as const;

/** From lambdas/reports/tries.ts: how many partners of a batch of the stream are handled concurrently. */
export const journalConcurrency = 8;

/** The event source of lib/functions/change-relay.ts, and how many hints one call of SQS sends: lambdas/runtime/due-queues.ts. */
export const relay = { parallelization: 4, messagesInCall: 10 } as const;

/** The number of the stream's shards, which follows the number of partitions that the table's traffic needs. */
export const streamShards = (tableWrites: number, partitionWrites: number): number =>
  Math.ceil(tableWrites / partitionWrites);

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
  /** The start of an environment. */
  startTime: 400,
  /** The decryption of a secret by KMS. */
  keyTime: 10,
  /** The bytes of a report's record in the stream, with both images. */
  reportBytes: 1_500,
  /** The same of a history entry with an event. */
  eventBytes: 2_048,
  /** Slower calls count as not served. */
  retryPolicy: 5_000,
} as const;

/**
 * A table keeps unused throughput for a burst: 300 s by the guide; the model uses a few. In the model a partition keeps
 * none: 1,000 W and 3,000 R hold in each second.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html
 */
export const burstSeconds = 5;

/**
 * The number of partitions that keys are hashed to. Adaptive capacity gives a hot key a partition of its own, and a key is
 * never split. So there are enough partitions that no two hot keys share one.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html
 */
export const partitionCount = 4_096;

/** The number of the stream's shards, which follows the number of partitions that the table's traffic needs. */
export const streamShards = (tableWrites: number, partitionWrites: number): number =>
  Math.ceil(tableWrites / partitionWrites);

/** What AWS does not publish, or what is the world's: times and habits that the model takes for granted. Milliseconds. */
export const assumptions = {
  /** A read of the table, and a write of it. */
  readTime: 4,
  writeTime: 5,
  /** A transaction, and how long it has its items: whoever writes one of them meanwhile is refused. */
  transactionTime: 10,
  /** Between the commit and the reader of the stream. */
  streamDelay: 200,
  /** A hint through a queue. */
  queueDelay: 30,
  /** An answer of a partner's endpoint that is well. */
  exchangeTime: 100,
  /** Processor time of a call, and of an event. */
  callTime: 10,
  eventTime: 3,
  /** An environment that starts. */
  startTime: 400,
  /** KMS opens a secret. */
  keyTime: 10,
  /** Bytes of a report's record in the stream: both images. */
  reportBytes: 1_500,
  /** Calls that take longer count as not served. */
  retryPolicy: 5_000,
} as const;

/**
 * What a table did not use of its throughput is kept for a burst: 300 s by the guide, of which the model takes a few. A
 * partition keeps none here: 1,000 W and 3,000 R hold each second.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html
 */
export const burstSeconds = 5;

/**
 * Partitions that keys are hashed to. Adaptive capacity gives a hot key a partition of its own, and a key is never
 * split: so many that hot keys do not meet.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html
 */
export const partitionCount = 4_096;

/** Shards of the stream follow the partitions that the table's traffic calls for. */
export const streamShards = (tableWrites: number, partitionWrites: number): number =>
  Math.ceil(tableWrites / partitionWrites);

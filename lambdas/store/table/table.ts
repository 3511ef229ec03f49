import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The sleep and the randomness of retries. */
export interface RetryPolicy {
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly random: () => number;
}

/** The service's one table, with its client. */
export interface Table {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
  /** For retries of throttled requests and of items that a transaction holds. */
  readonly retryPolicy: RetryPolicy;
}

export type Item = Readonly<Record<string, unknown>>;

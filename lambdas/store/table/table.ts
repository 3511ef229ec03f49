import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Pauses between tries; the clock and the dice are injected. */
export interface RetryPolicy {
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly random: () => number;
}

/** The service's one table, with the client that reaches it. */
export interface Table {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
  /** Between requests for what the table had no capacity for, or what a transaction held. */
  readonly retryPolicy: RetryPolicy;
}

export type Item = Readonly<Record<string, unknown>>;

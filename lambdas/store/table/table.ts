import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Pauses between tries; the clock and the dice are injected. */
export interface Patience {
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly random: () => number;
}

/** The service's one table, with the client that reaches it. */
export interface Table {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
  /** Between requests for what the table had no capacity for, or what a transaction held. */
  readonly patience: Patience;
}

export type Item = Readonly<Record<string, unknown>>;

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { CountLanes } from './count-lanes.ts';

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
  /** Where records that are spread are counted; in the fewest lanes when it is left out. */
  readonly lanes?: CountLanes | undefined;
}

export type Item = Readonly<Record<string, unknown>>;

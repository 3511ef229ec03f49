import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The service's one table, with the client that reaches it. */
export interface Table {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
}

export type Item = Readonly<Record<string, unknown>>;

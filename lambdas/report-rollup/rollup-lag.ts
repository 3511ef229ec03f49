import type { DynamoDBRecord } from 'aws-lambda';
import type { Milliseconds } from '../domain/time.ts';

/** How long ago the oldest of a batch was committed, to the second that the stream tells; null of an empty one. */
export const rollupLag = (records: readonly DynamoDBRecord[], now: Milliseconds): Milliseconds | null => {
  const seconds = records.flatMap(({ dynamodb }) => dynamodb?.ApproximateCreationDateTime ?? []);
  return seconds.length === 0 ? null : Math.max(0, now - 1000 * Math.min(...seconds));
};

import type { DynamoDBRecord } from 'aws-lambda';
import type { Milliseconds } from '../kernel/time.ts';

/** The age of the oldest record of a batch, to the second that the stream gives; null when the batch is empty. */
export const journalLag = (records: readonly DynamoDBRecord[], now: Milliseconds): Milliseconds | null => {
  const seconds = records.flatMap(({ dynamodb }) => dynamodb?.ApproximateCreationDateTime ?? []);
  return seconds.length === 0 ? null : Math.max(0, now - 1000 * Math.min(...seconds));
};

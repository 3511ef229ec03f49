import type { DynamoDBRecord } from 'aws-lambda';

/**
 * Lambda halves the batch of a function that fails until the bad record is alone. Of a batch whose first record is reported it tries
 * all records again, and gives them up together:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 * @param failed sequence numbers
 * @returns `failed` @throws Error when the first record failed
 */
export const halvedAtFirst = (records: readonly DynamoDBRecord[], failed: readonly string[]): readonly string[] => {
  const first = records[0]?.dynamodb?.SequenceNumber;
  if (first === undefined || !failed.includes(first)) return failed;
  throw new Error(`${failed.length} of ${records.length} records failed, the first one too`);
};

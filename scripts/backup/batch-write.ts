import { setTimeout as wait } from 'node:timers/promises';
import { BatchWriteItemCommand, type DynamoDBClient, type WriteRequest } from '@aws-sdk/client-dynamodb';

const atOnce = 25;
const longestWait = 5_000;

/** Writes all items, in requests of 25. Items that the table throttles are written again later. */
export const batchWrite = async (
  client: DynamoDBClient,
  table: string,
  requests: readonly WriteRequest[],
): Promise<void> => {
  for (let first = 0; first < requests.length; first += atOnce) {
    let left: WriteRequest[] = requests.slice(first, first + atOnce);
    for (let pause = 50; left.length > 0; pause = Math.min(longestWait, pause * 2)) {
      const { UnprocessedItems: unprocessed = {} } = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [table]: left } }),
      );
      left = unprocessed[table] ?? [];
      if (left.length > 0) await wait(pause);
    }
  }
};

import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { connectStream, type Stream } from '@swift-worker/local-cloud/event-sources/stream.ts';
import { keyText } from '@swift-worker/local-cloud/services/dynamodb-actions.ts';
import { messageSortPrefix } from '../../lambdas/store/delivery/keys.ts';
import type { TestTable } from './test-table.ts';

export interface TableStream {
  /** The records since the last call, in the form of Lambda's event. */
  readonly read: () => Promise<readonly unknown[]>;
  readonly close: () => void;
}

/** The stream of a test's table, with the filter of the event source mapping for reports, or for another beginning of the sort key. */
export const openTableStream = async (
  table: TestTable,
  sortPrefix = messageSortPrefix,
  partitionPrefix = '',
): Promise<TableStream> => {
  const { client: connection } = table;
  const { Table } = await connection.send(new DescribeTableCommand({ TableName: table.name }));
  const endpoint = await connection.config.endpoint?.();
  if (endpoint === undefined || Table?.LatestStreamArn === undefined) throw new Error('the table has no stream');
  const client = new DynamoDBStreamsClient({
    endpoint,
    region: 'us-east-1',
    credentials: connection.config.credentials,
  });
  const stream: Stream = connectStream(client, Table.LatestStreamArn);
  const iterators = new Map<string, string | undefined>();
  const readShard = async (shardId: string): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    let iterator = iterators.has(shardId) ? iterators.get(shardId) : await stream.iterator(shardId, undefined);
    while (iterator !== undefined) {
      const { records, next } = await stream.read(iterator);
      iterators.set(shardId, next);
      for (const { keys, event } of records) {
        const isWanted =
          keyText(keys, 'sk')?.startsWith(sortPrefix) === true &&
          keyText(keys, 'pk')?.startsWith(partitionPrefix) === true;
        if (isWanted) found.push(event);
      }
      if (records.length === 0) break;
      iterator = next;
    }
    return found;
  };
  return {
    read: async () => {
      const found: (readonly unknown[])[] = [];
      for (const { shardId } of await stream.shards()) found.push(await readShard(shardId));
      return found.flat();
    },
    close: () => {
      client.destroy();
    },
  };
};

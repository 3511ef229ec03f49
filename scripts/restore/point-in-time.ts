import {
  DescribeTableCommand,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type DynamoDBClient,
  type TableStatus,
} from '@aws-sdk/client-dynamodb';
import { Failure } from '../../operator/failure.ts';

export interface PointInTime {
  readonly client: DynamoDBClient;
  readonly table: string;
  /** The name of the table that AWS creates. */
  readonly copy: string;
  readonly at: string;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

const askEvery = 10_000;

const statusOf = async (client: DynamoDBClient, table: string): Promise<TableStatus | null> => {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
    return Table?.TableStatus ?? null;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
};

/**
 * Restores a table with AWS, and waits for it. The restored table has no stream, no expiry and no index, and is read only for
 * copying. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableToPointInTime.html
 */
export const restorePointInTime = async ({ client, table, copy, at, sleep }: PointInTime): Promise<void> => {
  for (;;) {
    const status = await statusOf(client, copy);
    if (status === 'ACTIVE') return;
    if (status === null) {
      try {
        await client.send(
          new RestoreTableToPointInTimeCommand({
            SourceTableName: table,
            TargetTableName: copy,
            RestoreDateTime: new Date(at),
            // Indexes are built in the serving table.
            GlobalSecondaryIndexOverride: [],
          }),
        );
      } catch (error) {
        throw new Failure('refused', 'no_point_in_time', `${table} can't be restored to ${at}: ${String(error)}`, {
          next: `to see the possible times: aws dynamodb describe-continuous-backups --table-name ${table}. An older state: name an export with --from`,
          cause: error,
        });
      }
    }
    await sleep(askEvery);
  }
};

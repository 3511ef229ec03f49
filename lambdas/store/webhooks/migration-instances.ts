import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { connectedStatuses } from '../../domain/instance.ts';
import { instanceStatuses } from '../../domain/states/instance-states.ts';
import type { MigrationInstance } from '../../domain/webhook/migration.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';

const instanceItem = z.object({
  number: z.number(),
  instance_id: z.string(),
  status: z.enum(['pending', 'done', 'failed']),
  attempts: z.number(),
  error_code: z.nullable(z.string()),
  round: z.number(),
});

const migrationInstanceOf = (item: Item): MigrationInstance => instanceItem.parse(item);

export const newMigrationInstance = (number: number, instanceId: string): MigrationInstance => ({
  number,
  instance_id: instanceId,
  status: 'pending',
  attempts: 0,
  error_code: null,
  round: 0,
});

/** Written by the migration's one worker, in the commit that says how far it has come. */
export const migrationInstanceClause = (
  table: Table,
  partnerId: string,
  migrationId: string,
  instance: MigrationInstance,
): Clause => ({
  name: 'the line of the migration',
  write: {
    Put: {
      TableName: table.name,
      Item: { ...keys.migrationInstance(partnerId, migrationId, instance.number), ...instance },
    },
  },
});

/** Lines with numbers from `first` to `last`, in their order. */
export const readMigrationInstances = async (
  table: Table,
  partnerId: string,
  migrationId: string,
  first: number,
  last: number,
): Promise<readonly MigrationInstance[]> => {
  if (last < first) return [];
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': keys.migrationInstance(partnerId, migrationId, first).pk,
      ':first': keys.migrationInstance(partnerId, migrationId, first).sk,
      ':last': keys.migrationInstance(partnerId, migrationId, last).sk,
    },
    ConsistentRead: true,
  });
  return items.map(migrationInstanceOf);
};

const statusItem = z.object({ sk: z.string(), status: z.enum(instanceStatuses) });

/** Some connected lines of a partner, the newest first. */
export interface ConnectedInstances {
  readonly instanceIds: readonly string[];
  /** The last line that was looked at; null when all were. */
  readonly cursor: string | null;
}

/** Looks at up to `limit` lines before the cursor. */
export const readConnectedInstances = async (
  table: Table,
  partnerId: string,
  cursor: string | null,
  limit: number,
): Promise<ConnectedInstances> => {
  const { pk } = keys.instance(partnerId, '');
  const { Items: items = [], LastEvaluatedKey: last } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: cursor === null ? 'pk = :pk' : 'pk = :pk AND sk < :cursor',
      ExpressionAttributeValues: { ':pk': pk, ...(cursor !== null && { ':cursor': cursor }) },
      ProjectionExpression: 'sk, #status',
      ExpressionAttributeNames: { '#status': 'status' },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  const instances = items.map((item) => statusItem.parse(item));
  return {
    instanceIds: instances.filter(({ status }) => connectedStatuses.has(status)).map(({ sk }) => sk),
    cursor: last === undefined ? null : (instances.at(-1)?.sk ?? null),
  };
};

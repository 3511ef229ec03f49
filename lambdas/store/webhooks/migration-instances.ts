import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { connectedStatuses } from '../../domain/instance.ts';
import { instanceStatuses } from '../../domain/states/instance-states.ts';
import type { MigrationInstance } from '../../domain/webhook/migration.ts';
import { recordPlaces } from '../../domain/size.ts';
import type { Clause } from '../table/commit.ts';
import { keys, recordPartition } from '../table/keys.ts';
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

/** Only the migration's worker writes it, in the commit that records its progress. */
export const migrationInstanceClause = (
  table: Table,
  partnerId: string,
  migrationId: string,
  instance: MigrationInstance,
): Clause => ({
  name: 'the instance of the migration',
  write: {
    Put: {
      TableName: table.name,
      Item: { ...keys.migrationInstance(partnerId, migrationId, instance.number), ...instance },
    },
  },
});

/** The migration's instances with numbers from `first` to `last`, in this order. */
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

/** Some connected instances of a partner, the newest of a partition first. */
export interface ConnectedInstances {
  readonly instanceIds: readonly string[];
  /** Where the next page begins; null after the last one. */
  readonly cursor: string | null;
}

const everywhere = [...recordPlaces.standard, ...recordPlaces.large];

/** The number of the cursor's partition, and the instance that it is at. `3/` is the beginning of partition 3. */
const cursorAt = (cursor: string | null): { readonly number: number; readonly instance: string | null } => {
  const [number = '0', instance = ''] = cursor === null ? [] : cursor.includes('/') ? cursor.split('/') : ['0', cursor];
  return { number: Number(number), instance: instance === '' ? null : instance };
};

const cursorOf = (number: number, instance: string): string => (number === 0 ? instance : `${number}/${instance}`);

/** Reads up to `limit` instances before the cursor. @param isSpread whether the partner's instances may be in many partitions */
export const readConnectedInstances = async (
  table: Table,
  partnerId: string,
  isSpread: boolean,
  cursor: string | null,
  limit: number,
): Promise<ConnectedInstances> => {
  const { number, instance } = cursorAt(cursor);
  const pk = recordPartition(partnerId, 'I', everywhere[number] ?? null);
  const { Items: items = [], LastEvaluatedKey: last } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: instance === null ? 'pk = :pk' : 'pk = :pk AND sk < :instance',
      ExpressionAttributeValues: { ':pk': pk, ...(instance !== null && { ':instance': instance }) },
      ProjectionExpression: 'sk, #status',
      ExpressionAttributeNames: { '#status': 'status' },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  const instances = items.map((item) => statusItem.parse(item));
  const next = isSpread && number + 1 < everywhere.length ? `${number + 1}/` : null;
  return {
    instanceIds: instances.filter(({ status }) => connectedStatuses.has(status)).map(({ sk }) => sk),
    cursor: last === undefined ? next : cursorOf(number, instances.at(-1)?.sk ?? ''),
  };
};

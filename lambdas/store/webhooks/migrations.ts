import * as z from 'zod/mini';
import { actorTypes, type Cause } from '../../domain/history.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { migrationStatuses, type Migration } from '../../domain/webhook/migration.ts';
import { contended, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { holdAttributes, holdOf, type Hold } from '../table/work.ts';

/** A migration with the progress of its worker. */
export interface MigrationRecord extends Hold {
  readonly partnerId: string;
  readonly migration: Migration;
  /** Of the call that began the current round; null before migrations stored it. */
  readonly requestId: string | null;
  /** Whether the partner's instances may be in many partitions. */
  readonly isSpread: boolean;
  /** Whether all instances are listed. Until then `total` is the number that was counted when the migration began. */
  readonly listed: boolean;
  /** The number of instances listed so far, and the last of them. */
  readonly instances: number;
  readonly cursor: string | null;
  /** The instances up to this number were processed in this pass. */
  readonly position: number;
  /** When the instances that the platform postponed can be tried again; null when there are none. */
  readonly againAt: Milliseconds | null;
  /** The optimistic lock. */
  readonly revision: number;
}

const migrationItem = z.object({
  partner_id: z.string(),
  id: z.string(),
  status: z.enum(migrationStatuses),
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  round: z.number(),
  reason: z.nullable(z.string()),
  requested_by: z.object({ type: z.enum(actorTypes), id: z.string() }),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  request_id: z._default(z.nullable(z.string()), null),
  spread: z._default(z.boolean(), false),
  listed: z.boolean(),
  instances: z.number(),
  cursor: z.nullable(z.string()),
  position: z.number(),
  again_at: z.nullable(z.number()),
  revision: z.number(),
});

const migrationRecordOf = (item: Item): MigrationRecord => {
  const it = migrationItem.parse(item);
  const { id, status, total, done, failed, round, reason, requested_by, started_at, finished_at } = it;
  return {
    partnerId: it.partner_id,
    migration: { id, status, total, done, failed, round, reason, requested_by, started_at, finished_at },
    requestId: it.request_id,
    isSpread: it.spread,
    listed: it.listed,
    instances: it.instances,
    cursor: it.cursor,
    position: it.position,
    againAt: it.again_at,
    revision: it.revision,
    ...holdOf(item),
  };
};

/** Who requests a migration, and why. */
export interface MigrationOrder {
  readonly partnerId: string;
  /** Whether the partner's instances may be in many partitions. */
  readonly isSpread: boolean;
  readonly reason: string | null;
  readonly cause: Cause;
}

/** A migration of `total` instances. It begins now, or when the worker of the previous migration has stopped. Without instances it is completed at once. */
export const newMigration = (
  { partnerId, isSpread, reason, cause }: MigrationOrder,
  id: string,
  total: number,
  now: Milliseconds,
  begins: Milliseconds,
): MigrationRecord => ({
  partnerId,
  isSpread,
  migration: {
    id,
    status: total === 0 ? 'completed' : 'running',
    total,
    done: 0,
    failed: 0,
    round: 1,
    reason,
    requested_by: cause.actor,
    started_at: isoOf(now),
    finished_at: total === 0 ? isoOf(now) : null,
  },
  requestId: cause.requestId,
  listed: total === 0,
  instances: 0,
  cursor: null,
  position: 0,
  againAt: null,
  revision: 0,
  dueAt: total === 0 ? null : begins,
  lease: null,
});

/** @param record the new state, with the revision that was read */
export const migrationClause = (table: Table, record: MigrationRecord): Clause => ({
  name: 'the migration is unchanged since it was read',
  write: {
    Put: {
      TableName: table.name,
      Item: {
        ...keys.migration(record.partnerId, record.migration.id),
        partner_id: record.partnerId,
        ...record.migration,
        request_id: record.requestId,
        ...(record.isSpread && { spread: true }),
        listed: record.listed,
        instances: record.instances,
        cursor: record.cursor,
        position: record.position,
        again_at: record.againAt,
        revision: record.revision + 1,
        ...holdAttributes('migration', record.migration.id, record),
      },
      ConditionExpression: record.revision === 0 ? 'attribute_not_exists(pk)' : 'revision = :read',
      ...(record.revision === 0 ? {} : { ExpressionAttributeValues: { ':read': record.revision } }),
    },
  },
  refuse: contended,
});

export const readMigration = async (table: Table, partnerId: string, id: string): Promise<MigrationRecord | null> => {
  const item = await getItem(table, keys.migration(partnerId, id));
  return item === undefined ? null : migrationRecordOf(item);
};

/** A running migration after a newer one has replaced it. Its worker stops at its next commit. */
export const supersededBy = (record: MigrationRecord, now: Milliseconds): MigrationRecord => ({
  ...record,
  migration: { ...record.migration, status: 'superseded', finished_at: isoOf(now) },
  dueAt: null,
  lease: null,
});

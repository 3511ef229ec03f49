import * as z from 'zod/mini';
import { dueAt } from '../../kernel/due.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import type { Clause } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';
import type { HeldWork } from '../table/work.ts';

/** The watch of a business account. Its instances are refreshed in rounds, as long as one of them is connected. */
export interface InstanceWatch {
  readonly partnerId: string;
  readonly wabaId: string;
  /** When the current round began. Instances refreshed since then are done. Null: a new round begins. */
  readonly roundSince: string | null;
}

const watchItem = z.object({
  partner_id: z.string(),
  waba_id: z.string(),
  round_since: z._default(z.nullable(z.string()), null),
});

export const instanceWatchOf = (item: Item): InstanceWatch => {
  const { partner_id, waba_id, round_since } = watchItem.parse(item);
  return { partnerId: partner_id, wabaId: waba_id, roundSince: round_since };
};

/**
 * Begins the watch when an instance of the business account is connected. A worker that has found no instance before loses its lease, so that it
 * does not end the watch. @param id any UUID, which spreads the work
 */
export const beginWatchClause = (
  table: Table,
  partnerId: string,
  wabaId: string,
  id: string,
  first: Milliseconds,
): Clause => {
  const due = dueAt('instanceWatch', id, first);
  return {
    name: 'the instances are watched',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.instanceWatch(partnerId, wabaId) },
        UpdateExpression:
          'SET partner_id = :partner, waba_id = :waba, due_shard = if_not_exists(due_shard, :shard), due_at = if_not_exists(due_at, :at) REMOVE lease',
        ExpressionAttributeValues: {
          ':partner': partnerId,
          ':waba': wabaId,
          ':shard': due.due_shard,
          ':at': due.due_at,
        },
      },
    },
  };
};

/** A watch under a worker's lease. */
export const heldWatch = (table: Table, { partnerId, wabaId }: InstanceWatch, lease: string): HeldWork => ({
  table,
  key: keys.instanceWatch(partnerId, wabaId),
  lease,
});

/** Makes a refresh of all instances due now. A running round begins again. */
export const refreshNow = async (table: Table, partnerId: string, wabaId: string, now: Milliseconds): Promise<void> => {
  await tryUpdate(table, {
    Key: { ...keys.instanceWatch(partnerId, wabaId) },
    UpdateExpression: 'SET due_at = :now REMOVE lease, round_since',
    ConditionExpression: 'attribute_exists(due_at)',
    ExpressionAttributeValues: { ':now': isoOf(now) },
  });
};

/** For so long the platform may answer with older facts than those of its callbacks. */
export const agreeing: Milliseconds = 60_000;

/** Makes a refresh of all instances due within a minute. A running round begins again then. */
export const refreshSoon = async (
  table: Table,
  partnerId: string,
  wabaId: string,
  now: Milliseconds,
): Promise<void> => {
  await tryUpdate(table, {
    Key: { ...keys.instanceWatch(partnerId, wabaId) },
    UpdateExpression: 'SET due_at = :at REMOVE lease, round_since',
    ConditionExpression: 'attribute_exists(due_at) AND (attribute_exists(lease) OR due_at > :at)',
    ExpressionAttributeValues: { ':at': isoOf(now + agreeing) },
  });
};

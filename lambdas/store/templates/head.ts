import * as z from 'zod/mini';
import { dueAt } from '../../kernel/due.ts';
import { firstPassAt } from '../../domain/template-sync.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { revisionClause } from '../table/put-clause.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

/** The state of a business account's templates. */
export interface TemplateHead {
  readonly revision: number;
  /** The latest pass. At most one is open. */
  readonly sync: { readonly id: string; readonly startedAt: Milliseconds; readonly isOpen: boolean } | null;
  /** The number of passes. */
  readonly passes: number;
  /** When the last complete pass began and ended; 0 without one. */
  readonly confirmedAt: Milliseconds;
  readonly syncedAt: Milliseconds;
  /** When passes first missed templates after an empty answer; 0 when the last pass did not. */
  readonly doubtedSince: Milliseconds;
  /** When the next pass is due; null when no instance of the business account is connected. */
  readonly nextPassAt: Milliseconds | null;
}

const headItem = z.object({
  revision: z.number(),
  sync: z._default(z.nullable(z.object({ id: z.string(), started_at: z.number(), is_open: z.boolean() })), null),
  passes: z._default(z.number(), 0),
  confirmed_at: z._default(z.number(), 0),
  synced_at: z._default(z.number(), 0),
  doubted_since: z._default(z.number(), 0),
  due_at: z.optional(z.string()),
});

export const noHead: TemplateHead = {
  revision: 0,
  sync: null,
  passes: 0,
  confirmedAt: 0,
  syncedAt: 0,
  doubtedSince: 0,
  nextPassAt: null,
};

export const headOf = (item: Item): TemplateHead => {
  const { revision, sync, passes, confirmed_at, synced_at, doubted_since, due_at } = headItem.parse(item);
  return {
    revision,
    sync: sync === null ? null : { id: sync.id, startedAt: sync.started_at, isOpen: sync.is_open },
    passes,
    confirmedAt: confirmed_at,
    syncedAt: synced_at,
    doubtedSince: doubted_since,
    nextPassAt: due_at === undefined ? null : Date.parse(due_at),
  };
};

/** Writes the next revision of the head. */
export const headClause = (table: Table, partnerId: string, wabaId: string, head: TemplateHead): Clause =>
  revisionClause(table, 'the head is unchanged since it was read', head.revision - 1, {
    ...keys.templateHead(partnerId, wabaId),
    partner_id: partnerId,
    waba_id: wabaId,
    sync: head.sync === null ? null : { id: head.sync.id, started_at: head.sync.startedAt, is_open: head.sync.isOpen },
    passes: head.passes,
    confirmed_at: head.confirmedAt,
    synced_at: head.syncedAt,
    doubted_since: head.doubtedSince,
    ...(head.nextPassAt === null ? {} : dueAt('templateSchedule', head.sync?.id ?? '00', head.nextPassAt)),
  });

/**
 * Schedules passes when an instance of the business account was connected.
 * @param id any UUID, which spreads first passes
 */
export const beginPassesClause = (
  table: Table,
  partnerId: string,
  wabaId: string,
  id: string,
  now: Milliseconds,
): Clause => {
  const due = dueAt('templateSchedule', id, firstPassAt(id, now));
  return {
    name: 'the passes are scheduled',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.templateHead(partnerId, wabaId) },
        UpdateExpression:
          'SET partner_id = :partner, waba_id = :waba, due_shard = if_not_exists(due_shard, :shard), due_at = if_not_exists(due_at, :at) ADD revision :one',
        ExpressionAttributeValues: {
          ':partner': partnerId,
          ':waba': wabaId,
          ':shard': due.due_shard,
          ':at': due.due_at,
          ':one': 1,
        },
      },
    },
  };
};

export const readHead = async (table: Table, partnerId: string, wabaId: string): Promise<TemplateHead> => {
  const item = await getItem(table, keys.templateHead(partnerId, wabaId));
  return item === undefined ? noHead : headOf(item);
};

/** The next revision of the head. */
export const revisedHead = (head: TemplateHead, changes: Partial<TemplateHead>): TemplateHead => ({
  ...head,
  ...changes,
  revision: head.revision + 1,
});

export const shownTime = (time: Milliseconds): string | null => (time === 0 ? null : isoOf(time));

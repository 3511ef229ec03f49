import * as z from 'zod/mini';
import { dueAt } from '../../kernel/due.ts';
import { syncStatuses, syncTriggers, type TemplateSync } from '../../domain/template-sync.ts';
import { day, seconds, type Milliseconds } from '../../kernel/time.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { creationClause } from '../table/put-clause.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import type { HeldWork } from '../table/work.ts';
import { packTemplateIds, unpackTemplateIds } from './template-ids.ts';

/** A pass with the state to resume it after a crash. */
export interface SyncRecord {
  readonly sync: TemplateSync;
  readonly partnerId: string;
  /** The number of the pass within its business account. */
  readonly pass: number;
  /** When the first page was requested; 0 before that. */
  readonly beganAt: Milliseconds;
  /** The number of known templates at its start. */
  readonly known: number;
  /** The cursor of the next page; null for the first. */
  readonly cursor: string | null;
  /** The hashes of the cursors so far, because a list whose cursors repeat has no end. */
  readonly cursors: readonly string[];
  /** The ids on the pages so far. */
  readonly seen: readonly string[];
  /** A page was empty: the pass does not remove templates at once. */
  readonly hadEmptyAnswer: boolean;
  /** Unreadable items: with them the pass is partial. */
  readonly unreadable: number;
  /** The pass restarted after its cursor became invalid; this happens once. */
  readonly restarted: boolean;
}

const syncItem = z.object({
  sync: z.object({
    id: z.string(),
    waba_id: z.string(),
    trigger: z.enum(syncTriggers),
    status: z.enum(syncStatuses),
    fetched: z.number(),
    created: z.number(),
    updated: z.number(),
    removed: z.number(),
    pages: z.number(),
    started_at: z.string(),
    finished_at: z.nullable(z.string()),
    next_allowed_at: z.string(),
    error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  }),
  partner_id: z.string(),
  pass: z.number(),
  began_at: z.number(),
  known: z.number(),
  cursor: z.nullable(z.string()),
  cursors: z._default(z.array(z.string()), []),
  seen: z.optional(z.instanceof(Uint8Array)),
  had_empty_answer: z.boolean(),
  unreadable: z.number(),
  restarted: z.boolean(),
});

export const syncRecordOf = (item: Item): SyncRecord => {
  const it = syncItem.parse(item);
  return {
    sync: it.sync,
    partnerId: it.partner_id,
    pass: it.pass,
    beganAt: it.began_at,
    known: it.known,
    cursor: it.cursor,
    cursors: it.cursors,
    seen: it.seen === undefined ? [] : unpackTemplateIds(it.seen),
    hadEmptyAnswer: it.had_empty_answer,
    unreadable: it.unreadable,
    restarted: it.restarted,
  };
};

const kept: Milliseconds = 90 * day;

/** The progress of a pass as attributes. A finished pass has no list of ids or cursors. */
export const progressOf = (record: SyncRecord, isOver = false): Item => ({
  sync: record.sync,
  began_at: record.beganAt,
  known: record.known,
  cursor: record.cursor,
  cursors: isOver || record.cursors.length === 0 ? undefined : record.cursors,
  seen: isOver || record.seen.length === 0 ? undefined : packTemplateIds(record.seen),
  had_empty_answer: record.hadEmptyAnswer,
  unreadable: record.unreadable,
  restarted: record.restarted,
});

/** Starts a pass. */
export const startPassClause = (table: Table, record: SyncRecord, due: Milliseconds): Clause =>
  creationClause(table, 'the pass is new', {
    ...keys.templateSync(record.partnerId, record.sync.id),
    partner_id: record.partnerId,
    pass: record.pass,
    ttl: seconds(Date.parse(record.sync.started_at) + kept),
    ...progressOf(record),
    ...dueAt('templatePass', record.sync.id, due),
  });

/** A pass under a worker's lease. */
export const heldPass = (table: Table, { partnerId, sync }: SyncRecord, lease: string): HeldWork => ({
  table,
  key: keys.templateSync(partnerId, sync.id),
  lease,
});

export const readSync = async (table: Table, partnerId: string, syncId: string): Promise<SyncRecord | null> => {
  const item = await getItem(table, keys.templateSync(partnerId, syncId));
  return item === undefined ? null : syncRecordOf(item);
};

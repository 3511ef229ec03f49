import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { dueAt } from '../../domain/due.ts';
import { syncStatuses, syncTriggers, type TemplateSync } from '../../domain/template-sync.ts';
import { day, seconds, type Milliseconds } from '../../domain/time.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import type { HeldWork } from '../table/work.ts';

/** A pass with what it needs to go on after a crash, from the page it was at. */
export interface SyncRecord {
  readonly sync: TemplateSync;
  readonly partnerId: string;
  /** Its number among the passes over this business account. */
  readonly pass: number;
  /** When its first page was asked for; 0: not yet. */
  readonly beganAt: Milliseconds;
  /** Templates that were known when it began. */
  readonly known: number;
  /** Of the next page; null: the first. */
  readonly cursor: string | null;
  /** The ids of the pages so far. */
  readonly seen: readonly string[];
  /** An answer was empty, so what the pass misses is not believed at once. */
  readonly hadEmptyAnswer: boolean;
  /** Items that were no templates: it can't be whole. */
  readonly unreadable: number;
  /** The cursor became invalid and the pass began again; once. */
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
  seen: z.optional(z.instanceof(Uint8Array)),
  had_empty_answer: z.boolean(),
  unreadable: z.number(),
  restarted: z.boolean(),
});
const ids = z.array(z.string());

export const syncRecordOf = (item: Item): SyncRecord => {
  const it = syncItem.parse(item);
  return {
    sync: it.sync,
    partnerId: it.partner_id,
    pass: it.pass,
    beganAt: it.began_at,
    known: it.known,
    cursor: it.cursor,
    seen: it.seen === undefined ? [] : ids.parse(JSON.parse(inflateRawSync(it.seen).toString())),
    hadEmptyAnswer: it.had_empty_answer,
    unreadable: it.unreadable,
    restarted: it.restarted,
  };
};

const kept: Milliseconds = 90 * day;

/** How far a pass has come, as its item has it; one that is over needs no list of what it saw. */
export const progressOf = (record: SyncRecord, isOver = false): Item => ({
  sync: record.sync,
  began_at: record.beganAt,
  known: record.known,
  cursor: record.cursor,
  seen: isOver || record.seen.length === 0 ? undefined : deflateRawSync(JSON.stringify(record.seen)),
  had_empty_answer: record.hadEmptyAnswer,
  unreadable: record.unreadable,
  restarted: record.restarted,
});

/** Starts a pass, which is due at once. */
export const startPassClause = (table: Table, record: SyncRecord, due: Milliseconds): Clause => ({
  name: 'the pass is new',
  write: {
    Put: {
      TableName: table.name,
      Item: {
        ...keys.templateSync(record.partnerId, record.sync.id),
        partner_id: record.partnerId,
        pass: record.pass,
        ttl: seconds(Date.parse(record.sync.started_at) + kept),
        ...progressOf(record),
        ...dueAt('templatePass', record.sync.id, due),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
});

/** A pass in the hands of a worker. */
export const heldPass = (table: Table, { partnerId, sync }: SyncRecord, lease: string): HeldWork => ({
  table,
  key: keys.templateSync(partnerId, sync.id),
  lease,
});

export const readSync = async (table: Table, partnerId: string, syncId: string): Promise<SyncRecord | null> => {
  const item = await getItem(table, keys.templateSync(partnerId, syncId));
  return item === undefined ? null : syncRecordOf(item);
};

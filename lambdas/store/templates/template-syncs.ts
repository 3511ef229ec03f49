import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dueAt } from '../../domain/due.ts';
import { syncStatuses, syncTriggers, type TemplateSync } from '../../domain/template-sync.ts';
import { day, seconds, type Milliseconds } from '../../domain/time.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

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

/** Who has the pass, and until when; what is over is nobody's. */
export type SyncHold =
  | { readonly kind: 'waiting'; readonly until: Milliseconds }
  | { readonly kind: 'working'; readonly lease: string; readonly until: Milliseconds }
  | { readonly kind: 'over' };

const holdAttributes = (id: string, hold: SyncHold): Item => {
  switch (hold.kind) {
    case 'waiting':
      return { ...dueAt('sync', id, hold.until) };
    case 'working':
      return { ...dueAt('sync', id, hold.until), lease: hold.lease };
    case 'over':
      return {};
  }
};

const kept: Milliseconds = 90 * day;

/** @param lease under which the pass was claimed; null: it is new */
export const syncParams = (
  table: string,
  record: SyncRecord,
  hold: SyncHold,
  lease: string | null,
): PutCommandInput => {
  const { sync, seen } = record;
  const needed = hold.kind !== 'over' && seen.length > 0;
  return {
    TableName: table,
    Item: {
      ...keys.templateSync(record.partnerId, sync.id),
      sync,
      partner_id: record.partnerId,
      pass: record.pass,
      began_at: record.beganAt,
      known: record.known,
      cursor: record.cursor,
      ...(needed ? { seen: deflateRawSync(JSON.stringify(seen)) } : {}),
      had_empty_answer: record.hadEmptyAnswer,
      unreadable: record.unreadable,
      restarted: record.restarted,
      ...holdAttributes(sync.id, hold),
      ttl: seconds(Date.parse(sync.started_at) + kept),
    },
    ConditionExpression: lease === null ? 'attribute_not_exists(pk)' : 'lease = :lease',
    ...(lease === null ? {} : { ExpressionAttributeValues: { ':lease': lease } }),
  };
};

/** Another worker took the pass over, for this one's lease ran out. */
export class PassLost extends Error {
  override readonly name = 'PassLost';
}

const passLost = (): Error => new PassLost('another worker has the pass');

export const syncClause = (table: Table, record: SyncRecord, hold: SyncHold, lease: string | null): Clause => ({
  name: 'the pass is still the worker’s own',
  write: { Put: { ...syncParams(table.name, record, hold, lease) } },
  refuse: passLost,
});

/** Keeps how far a pass has come. @throws PassLost */
export const keepSync = async (table: Table, record: SyncRecord, hold: SyncHold, lease: string): Promise<void> => {
  try {
    await table.client.send(new PutCommand(syncParams(table.name, record, hold, lease)));
  } catch (error) {
    throw error instanceof ConditionalCheckFailedException ? passLost() : error;
  }
};

export const readSync = async (table: Table, partnerId: string, syncId: string): Promise<SyncRecord | null> => {
  const item = await getItem(table, keys.templateSync(partnerId, syncId));
  return item === undefined ? null : syncRecordOf(item);
};

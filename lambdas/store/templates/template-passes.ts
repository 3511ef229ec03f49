import { newSync, nextPassAt, type SyncTrigger, type TemplateSync } from '../../domain/template-sync.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import type { Clause } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { finished, recordClause } from '../table/work.ts';
import { headClause, revisedHead, type TemplateHead } from './head.ts';
import { heldPass, progressOf, startPassClause, type SyncRecord } from './template-syncs.ts';

export interface PassRequest {
  readonly id: string;
  readonly wabaId: string;
  readonly trigger: SyncTrigger;
  readonly now: Milliseconds;
}

/** A new pass with the clauses that start it. A business account has one open pass at a time. */
export const beginPass = (
  table: Table,
  partnerId: string,
  head: TemplateHead,
  asked: PassRequest,
): { readonly sync: TemplateSync; readonly clauses: readonly Clause[] } => {
  const { id, wabaId, trigger, now } = asked;
  const sync = newSync(id, wabaId, trigger, now);
  const record: SyncRecord = {
    sync,
    partnerId,
    pass: head.passes + 1,
    beganAt: 0,
    known: 0,
    cursor: null,
    cursors: [],
    seen: [],
    hadEmptyAnswer: false,
    unreadable: 0,
    restarted: false,
  };
  const next = revisedHead(head, {
    sync: { id, startedAt: now, isOpen: true },
    passes: record.pass,
    nextPassAt: nextPassAt(id, now),
  });
  return {
    sync,
    clauses: [headClause(table, partnerId, wabaId, next), startPassClause(table, record, now)],
  };
};

/** The clauses that end a pass and update the head. */
export const endPass = (
  table: Table,
  record: SyncRecord,
  ended: TemplateSync,
  lease: string,
  head: TemplateHead,
  now: Milliseconds,
): readonly Clause[] => {
  const { sync, partnerId } = record;
  const over = { ...record, sync: { ...ended, finished_at: isoOf(now) } };
  const end = recordClause(heldPass(table, record, lease), { ...finished, ...progressOf(over, true) });
  return [end, headClause(table, partnerId, sync.waba_id, head)];
};

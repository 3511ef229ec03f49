import { secondLookAt, type SyncError, type TemplateSync } from '../domain/template-sync.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { commit, persist } from '../store/table/commit.ts';
import { endPass } from '../store/templates/template-passes.ts';
import type { SyncRecord } from '../store/templates/template-syncs.ts';
import { readHead, revisedHead, type TemplateHead } from '../store/templates/head.ts';
import type { StoredTemplates } from './stored-templates.ts';
import type { SyncDeps } from './sync-deps.ts';

/** The time between an empty answer and the pass that may confirm it. */
const doubtFor: Milliseconds = 10 * 60_000;

type HeadChanges = (head: TemplateHead, now: Milliseconds) => Partial<TemplateHead>;

const end = (
  deps: SyncDeps,
  record: SyncRecord,
  lease: string,
  ended: Partial<TemplateSync>,
  changes: HeadChanges,
): Promise<void> =>
  persist(deps.retryPolicy, async () => {
    const { sync, partnerId } = record;
    const head = await readHead(deps.table, partnerId, sync.waba_id);
    const now = deps.clock();
    const over = head.sync === null ? null : { ...head.sync, isOpen: false };
    const next = revisedHead(head, { sync: over, ...changes(head, now) });
    await commit(deps.table, endPass(deps.table, record, { ...sync, ...ended }, lease, next, now));
  });

const soon: HeadChanges = ({ nextPassAt }, now) => ({
  nextPassAt: nextPassAt === null ? null : Math.min(nextPassAt, secondLookAt(now)),
});

/** After this time more than one pass was missed. */
export const overdueAfter: Milliseconds = 4 * 60 * 60_000;

/** Whether a page was stored, also one of before the list was begun again. */
const hasRead = ({ sync, restarted }: SyncRecord): boolean => sync.pages > 0 || restarted;

/** Ends an incomplete pass, which removes nothing. The next pass is due soon, unless passes failed for hours. */
export const endPartial = (deps: SyncDeps, record: SyncRecord, lease: string, error: SyncError): Promise<void> =>
  end(deps, record, lease, { status: hasRead(record) ? 'partial' : 'failed', error }, (head, now) =>
    head.syncedAt + overdueAfter > now ? soon(head, now) : {},
  );

const succeed = (deps: SyncDeps, record: SyncRecord, lease: string, removed: number): Promise<void> =>
  end(deps, record, lease, { status: 'succeeded', removed, error: null }, (_, now) => ({
    confirmedAt: record.beganAt,
    syncedAt: now,
    doubtedSince: 0,
  }));

const doubt = (deps: SyncDeps, record: SyncRecord, lease: string, missing: number): Promise<void> => {
  const message = `the platform listed no templates although ${missing} more are known; they are kept until a later pass confirms it`;
  return end(deps, record, lease, { status: 'partial', error: { code: 'empty_answer', message } }, (head, now) => ({
    ...soon(head, now),
    doubtedSince: head.doubtedSince === 0 ? now : head.doubtedSince,
  }));
};

/**
 * Ends a complete pass. It removes the templates that the platform did not list. After an empty answer a second pass has
 * to confirm that first.
 */
export const endWhole = async (
  deps: SyncDeps,
  record: SyncRecord,
  lease: string,
  templates: StoredTemplates,
): Promise<void> => {
  if (record.unreadable > 0) {
    const message = `${record.unreadable} of the templates could not be read`;
    return endPartial(deps, record, lease, { code: 'unreadable_templates', message });
  }
  const listed = new Set(record.seen);
  const missing = templates.count(({ id }) => !listed.has(id));
  if (missing > 0 && record.hadEmptyAnswer) {
    const { doubtedSince } = await readHead(deps.table, record.partnerId, record.sync.waba_id);
    const isConfirmed = doubtedSince > 0 && deps.clock() >= doubtedSince + doubtFor;
    if (!isConfirmed) return doubt(deps, record, lease, missing);
  }
  await templates.keepOnly(listed);
  return succeed(deps, record, lease, record.known + record.sync.created - templates.count());
};

import { createHash } from 'node:crypto';
import { leaseEnd } from '../kernel/deadline.ts';
import type { TemplateFacts } from '../domain/template.ts';
import type { TemplateSync } from '../domain/template-sync.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { templatePage, type PlatformTemplate, type TemplatePage } from '../platform/templates.ts';
import { work } from '../kernel/work.ts';
import { heldPass, progressOf, type SyncRecord } from '../store/templates/template-syncs.ts';
import { paused, record, renewed } from '../store/table/work.ts';
import { readDirectory } from '../store/templates/directory.ts';
import { endPartial, endWhole, overdueAfter } from './end-pass.ts';
import { interrupted } from './interrupted-pass.ts';
import { StoredTemplates } from './stored-templates.ts';
import { InstanceTokens } from './instance-tokens.ts';
import type { SyncDeps } from './sync-deps.ts';

const factsOf = ({ qualityScore, rejectedReason, ...template }: PlatformTemplate): TemplateFacts => ({
  ...template,
  quality_score: qualityScore,
  rejected_reason: rejectedReason,
});

/** The counts come from the templates, so that a page that is repeated counts once. */
const countsOf = (templates: StoredTemplates, pass: number): Pick<TemplateSync, 'created' | 'updated'> => ({
  created: templates.count((row) => row.created_in === pass),
  updated: templates.count((row) => row.changed_in === pass && row.created_in !== pass),
});

const begun = (pass: SyncRecord, templates: StoredTemplates, now: Milliseconds): SyncRecord => ({
  ...pass,
  sync: { ...pass.sync, status: 'running', error: null },
  ...(pass.beganAt === 0 && { beganAt: now, known: templates.count((row) => row.created_in !== pass.pass) }),
});

const advanced = (pass: SyncRecord, templates: StoredTemplates, page: TemplatePage): SyncRecord => {
  const seen = Array.from(new Set([...pass.seen, ...page.templates.map(({ id }) => id)]));
  const isEmpty = page.templates.length + page.unreadable === 0;
  return {
    ...pass,
    cursor: page.next,
    cursors: page.next === null ? pass.cursors : [...pass.cursors, hashOf(page.next)],
    seen,
    hadEmptyAnswer: pass.hadEmptyAnswer || isEmpty,
    unreadable: pass.unreadable + page.unreadable,
    sync: { ...pass.sync, ...countsOf(templates, pass.pass), fetched: seen.length, pages: pass.sync.pages + 1 },
  };
};

const hashOf = (cursor: string): string => createHash('sha256').update(cursor).digest('base64url').slice(0, 16);

/** Whether the next page was read before, so that the list has no end. */
const repeats = ({ cursors }: SyncRecord, { next }: TemplatePage): boolean =>
  next !== null && cursors.includes(hashOf(next));

const repeatedCursor = {
  code: 'repeated_cursor',
  message: 'the platform led from the last page back to an earlier one',
};

/**
 * Continues a pass page by page. It writes the changes of a page before its progress, so that the next worker repeats
 * the current page after a crash.
 * @param until when to stop and leave the rest to the next worker
 * @throws WorkLost
 */
export const runPass = async (deps: SyncDeps, found: SyncRecord, lease: string, until: Milliseconds): Promise<void> => {
  const { partnerId, pass, sync } = found;
  const held = heldPass(deps.table, found, lease);
  const keep = (now: Milliseconds, existing: SyncRecord): Promise<void> =>
    record(held, { ...renewed(leaseEnd(deps.deadline, now, work.templatePass.lease)), ...progressOf(existing) });
  const [{ head, chunks }, tokens] = await Promise.all([
    readDirectory(deps.table, partnerId, sync.waba_id, 'strong'),
    InstanceTokens.read(deps, partnerId, sync.waba_id),
  ]);
  const templates = new StoredTemplates(deps, partnerId, sync.waba_id, chunks);
  let at = begun(found, templates, deps.clock());
  const isCurrent = head !== null && head.syncedAt + overdueAfter > at.beganAt;
  await keep(deps.clock(), at);
  try {
    for (;;) {
      const { cursor } = at;
      const askedAt = deps.clock();
      const page = await tokens.use((access) => templatePage(deps.platform, access, cursor, deps.pageSize));
      await templates.takeIn(page.templates.map(factsOf), { pass, askedAt }, isCurrent);
      const isEndless = repeats(at, page);
      at = advanced(at, templates, page);
      if (isEndless) {
        await endPartial(deps, at, lease, repeatedCursor);
        return;
      }
      if (page.next === null) break;
      const now = deps.clock();
      if (now >= until) {
        await record(held, { ...paused(now), ...progressOf(at) });
        return;
      }
      await keep(now, at);
    }
  } catch (error) {
    await interrupted(deps, at, lease, error);
    return;
  }
  await endWhole(deps, at, lease, templates);
};

import { leaseEnd } from '../domain/deadline.ts';
import type { TemplateFacts } from '../domain/template.ts';
import type { TemplateSync } from '../domain/template-sync.ts';
import type { Milliseconds } from '../domain/time.ts';
import { templatePage, type PlatformTemplate, type TemplatePage } from '../platform/templates.ts';
import { keepSync, PassLost, type SyncRecord } from '../store/templates/template-syncs.ts';
import { readDirectory } from '../store/templates/directory.ts';
import { endWhole } from './end-pass.ts';
import { interrupted } from './interrupted-pass.ts';
import { KeptTemplates } from './kept-templates.ts';
import { LineTokens } from './line-tokens.ts';
import type { SyncDeps } from './sync-deps.ts';

/** A worker that has not kept its progress by then is taken for dead. */
export const passLease: Milliseconds = 120_000;

const factsOf = (template: PlatformTemplate): TemplateFacts => ({
  id: template.id,
  name: template.name,
  language: template.language,
  category: template.category,
  status: template.status,
  quality_score: template.qualityScore,
  rejected_reason: template.rejectedReason,
  components: template.components,
});

/** What the pass has done so far is told by the templates themselves, so a page that is done twice counts once. */
const countsOf = (templates: KeptTemplates, pass: number): Pick<TemplateSync, 'created' | 'updated'> => ({
  created: templates.count((row) => row.created_in === pass),
  updated: templates.count((row) => row.changed_in === pass && row.created_in !== pass),
});

const begun = (record: SyncRecord, templates: KeptTemplates, now: Milliseconds): SyncRecord => ({
  ...record,
  sync: { ...record.sync, status: 'running', error: null },
  ...(record.beganAt === 0 && { beganAt: now, known: templates.count((row) => row.created_in !== record.pass) }),
});

const advanced = (record: SyncRecord, templates: KeptTemplates, page: TemplatePage): SyncRecord => {
  const seen = Array.from(new Set([...record.seen, ...page.templates.map(({ id }) => id)]));
  const isEmpty = page.templates.length + page.unreadable === 0;
  return {
    ...record,
    cursor: page.next,
    seen,
    hadEmptyAnswer: record.hadEmptyAnswer || isEmpty,
    unreadable: record.unreadable + page.unreadable,
    sync: {
      ...record.sync,
      ...countsOf(templates, record.pass),
      fetched: seen.length,
      pages: record.sync.pages + 1,
    },
  };
};

/** @param until when to stop and leave the rest for the next time */
const carryOn = async (deps: SyncDeps, record: SyncRecord, lease: string, until: Milliseconds): Promise<void> => {
  const { partnerId, pass, sync } = record;
  const working = (now: Milliseconds) =>
    ({ kind: 'working', lease, until: leaseEnd(deps.deadline, now, passLease) }) as const;
  const [{ chunks }, tokens] = await Promise.all([
    readDirectory(deps.table, partnerId, sync.waba_id, 'strong'),
    LineTokens.read(deps, partnerId, sync.waba_id),
  ]);
  const templates = new KeptTemplates(deps, partnerId, sync.waba_id, chunks);
  let at = begun(record, templates, deps.clock());
  await keepSync(deps.table, at, working(deps.clock()), lease);
  try {
    for (;;) {
      const { cursor } = at;
      const askedAt = deps.clock();
      const page = await tokens.use((access) => templatePage(deps.platform, access, cursor, deps.pageSize));
      await templates.takeIn(page.templates.map(factsOf), { pass, askedAt });
      at = advanced(at, templates, page);
      if (page.next === null) break;
      const now = deps.clock();
      await keepSync(deps.table, at, now < until ? working(now) : { kind: 'waiting', until: now }, lease);
      if (now >= until) return;
    }
  } catch (error) {
    await interrupted(deps, at, lease, error);
    return;
  }
  await endWhole(deps, at, lease, templates);
};

/**
 * Carries a pass on, page after page, from where it stands. What a page changed is written before the pass moves on to
 * the next one, so a worker that dies at any point leaves a pass that goes on with the page it was at.
 * @param until when to stop and leave the rest for the next time
 */
export const runPass = async (
  deps: SyncDeps,
  record: SyncRecord,
  lease: string,
  until: Milliseconds,
): Promise<void> => {
  try {
    await carryOn(deps, record, lease, until);
  } catch (error) {
    if (!(error instanceof PassLost)) throw error;
  }
};

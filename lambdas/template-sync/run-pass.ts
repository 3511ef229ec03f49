import { leaseEnd } from '../domain/deadline.ts';
import type { TemplateFacts } from '../domain/template.ts';
import type { TemplateSync } from '../domain/template-sync.ts';
import type { Milliseconds } from '../domain/time.ts';
import { templatePage, type PlatformTemplate, type TemplatePage } from '../platform/templates.ts';
import { work } from '../domain/work.ts';
import { heldPass, progressOf, type SyncRecord } from '../store/templates/template-syncs.ts';
import { paused, record, renewed } from '../store/table/work.ts';
import { readDirectory } from '../store/templates/directory.ts';
import { endWhole } from './end-pass.ts';
import { interrupted } from './interrupted-pass.ts';
import { StoredTemplates } from './stored-templates.ts';
import { InstanceTokens } from './instance-tokens.ts';
import type { SyncDeps } from './sync-deps.ts';

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
    seen,
    hadEmptyAnswer: pass.hadEmptyAnswer || isEmpty,
    unreadable: pass.unreadable + page.unreadable,
    sync: {
      ...pass.sync,
      ...countsOf(templates, pass.pass),
      fetched: seen.length,
      pages: pass.sync.pages + 1,
    },
  };
};

/**
 * Carries a pass on, page after page, from where it stands. What a page changed is written before the pass moves on to
 * the next one, so a worker that dies at any point leaves a pass that goes on with the page it was at.
 * @param until when to stop and leave the rest for the next time
 * @throws WorkLost
 */
export const runPass = async (deps: SyncDeps, found: SyncRecord, lease: string, until: Milliseconds): Promise<void> => {
  const { partnerId, pass, sync } = found;
  const held = heldPass(deps.table, found, lease);
  const keep = (now: Milliseconds, existing: SyncRecord): Promise<void> =>
    record(held, { ...renewed(leaseEnd(deps.deadline, now, work.templatePass.lease)), ...progressOf(existing) });
  const [{ chunks }, tokens] = await Promise.all([
    readDirectory(deps.table, partnerId, sync.waba_id, 'strong'),
    InstanceTokens.read(deps, partnerId, sync.waba_id),
  ]);
  const templates = new StoredTemplates(deps, partnerId, sync.waba_id, chunks);
  let at = begun(found, templates, deps.clock());
  await keep(deps.clock(), at);
  try {
    for (;;) {
      const { cursor } = at;
      const askedAt = deps.clock();
      const page = await tokens.use((access) => templatePage(deps.platform, access, cursor, deps.pageSize));
      await templates.takeIn(page.templates.map(factsOf), { pass, askedAt });
      at = advanced(at, templates, page);
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

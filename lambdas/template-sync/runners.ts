import type { Milliseconds } from '../kernel/time.ts';
import type { Runners } from '../runtime/run-work.ts';
import { claimWork } from '../store/table/work.ts';
import { syncRecordOf } from '../store/templates/template-syncs.ts';
import { beginUnasked } from './begin-pass.ts';
import { runPass } from './run-pass.ts';
import type { SyncDeps } from './sync-deps.ts';

/** @param until when to stop and leave the rest to the next worker */
export const runners = (deps: SyncDeps, until: Milliseconds): Runners<'TemplateSync'> => ({
  templatePass: async (work) => {
    const claim = await claimWork(deps, work);
    if (claim !== null) await runPass(deps, syncRecordOf(claim.item), claim.lease, until);
  },
  templateSchedule: async (work) => {
    const claim = await claimWork(deps, work);
    if (claim !== null) await beginUnasked(deps, work.partnerId, work.wabaId, 'schedule');
  },
});

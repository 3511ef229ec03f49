import { leaseEnd } from '../domain/deadline.ts';
import type { DueHint } from '../domain/due.ts';
import type { Milliseconds } from '../domain/time.ts';
import { claimDue } from '../store/table/due.ts';
import { keys } from '../store/table/keys.ts';
import { syncRecordOf } from '../store/templates/template-syncs.ts';
import { headOwner } from '../store/templates/head.ts';
import { beginUnasked } from './begin-pass.ts';
import { passLease, runPass } from './run-pass.ts';
import type { SyncDeps } from './sync-deps.ts';

const headKey = keys.templateHead('', '').sk;

/**
 * Does the work that a hint names, when it is due: begins the next pass over a business account's templates, or carries
 * one on. @param until when to stop and leave the rest for the next time
 */
export const work = async (deps: SyncDeps, hint: DueHint, until: Milliseconds): Promise<void> => {
  const now = deps.clock();
  const lease = deps.newId(now);
  const item = await claimDue(deps.table, hint, now, leaseEnd(deps.deadline, now, passLease), lease);
  if (item === null) return;
  if (hint.sk !== headKey) return runPass(deps, syncRecordOf(item), lease, until);
  const { partnerId, wabaId } = headOwner(item);
  return beginUnasked(deps, partnerId, wabaId, 'schedule');
};

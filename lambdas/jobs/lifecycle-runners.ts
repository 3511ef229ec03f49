import type { ConnectDeps } from '../connect/connect-deps.ts';
import { resumeSession } from '../connect/resume-session.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { eraseCustomer } from './erasure/erase-customer.ts';
import type { ErasureDeps } from './erasure/erasure-deps.ts';
import { mailNotices, spreadNotice, type NoticeMailDeps } from './notice-mails.ts';
import { rewriteForm } from './rewrite-form.ts';
import { watchKey } from './watch-key.ts';
import { deactivateCustomerInstances } from '../lines/deactivate-customer-instances.ts';
import { runDeactivation } from '../lines/deactivate-instance.ts';
import type { AppDeps } from '../lines/instance-deps.ts';
import { mergeCustomerInstances } from '../lines/merge-customer-instances.ts';
import type { BegunBy, Runners } from '../runtime/run-work.ts';
import { readInstance } from '../store/instances/instances.ts';
import { lifecycleJobOf } from '../store/instances/lifecycle-jobs.ts';
import type { WorkKey } from '../store/table/keys.ts';
import { claimWork } from '../store/table/work.ts';

/** Resumes a deactivation whose lease expired. The deactivation claims the instance itself. */
const resumeDeactivation = async (
  deps: AppDeps,
  { partnerId, instanceId }: WorkKey<'instance'>,
  begunBy: BegunBy,
): Promise<void> => {
  const record = await readInstance(deps.table, partnerId, instanceId);
  if (record?.deactivation === undefined || record.busyUntil === null || record.busyUntil > deps.clock()) return;
  begunBy(record.deactivation.cause.requestId);
  await runDeactivation(
    deps,
    { ...record.deactivation, partnerId, idempotencyKey: null, isResumable: true },
    instanceId,
  );
};

const claimJob = async (deps: AppDeps, work: WorkKey<'merge' | 'deactivation'>, begunBy: BegunBy) => {
  const claim = await claimWork(deps, work);
  if (claim === null) return null;
  const job = lifecycleJobOf(claim.item);
  begunBy(job.cause.requestId);
  return { job, lease: claim.lease };
};

/** @param until when to stop and leave the rest to the next invocation */
export const runners = (
  deps: ConnectDeps & ErasureDeps & NoticeMailDeps,
  until: Milliseconds,
): Runners<'Lifecycle'> => ({
  merge: async (work, begunBy) => {
    const claim = await claimJob(deps, work, begunBy);
    if (claim !== null) await mergeCustomerInstances(deps, claim.job, claim.lease, until);
  },
  deactivation: async (work, begunBy) => {
    const claim = await claimJob(deps, work, begunBy);
    if (claim !== null) await deactivateCustomerInstances(deps, claim.job, claim.lease, until);
  },
  erasure: (work, begunBy) => eraseCustomer(deps, work, until, begunBy),
  instance: (work, begunBy) => resumeDeactivation(deps, work, begunBy),
  connection: (work, begunBy) => resumeSession(deps, work, begunBy),
  keyWatch: (work) => watchKey(deps, work),
  criticalNotice: (work) => spreadNotice(deps, work),
  noticeMail: (work) => mailNotices(deps, work),
  formRewrite: (work, begunBy) => rewriteForm(deps, work, until, begunBy),
});

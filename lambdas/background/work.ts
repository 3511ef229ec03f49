import type { ConnectDeps } from '../connect/connect-deps.ts';
import { resumeSession } from '../connect/resume-session.ts';
import { eraseCustomer } from '../erasure/erase-customer.ts';
import type { ErasureDeps } from '../erasure/erasure-deps.ts';
import { leaseEnd } from '../domain/deadline.ts';
import type { DueHint } from '../domain/due.ts';
import type { Milliseconds } from '../domain/time.ts';
import { claimDue } from '../store/table/due.ts';
import { readInstance } from '../store/instances/instances.ts';
import { lifecycleJobOf, type LifecycleJob } from '../store/instances/lifecycle-jobs.ts';
import { deactivateCustomerLines, jobLease } from '../instances/deactivate-customer-lines.ts';
import { deactivateLine } from '../instances/deactivate-line.ts';
import type { LineDeps } from '../instances/line-deps.ts';
import { mergeCustomerLines } from '../instances/merge-customer-lines.ts';

const partnerOf = (hint: DueHint): string => hint.pk.split('#')[1] ?? '';

const workOnJob = async (deps: LineDeps, job: LifecycleJob, lease: string, until: Milliseconds): Promise<void> => {
  switch (job.kind) {
    case 'MERGE':
      await mergeCustomerLines(deps, job, lease, until);
      return;
    case 'DEACTIVATE':
      await deactivateCustomerLines(deps, job, lease, until);
      return;
  }
};

/** A line whose worker died while it was being taken down. Taking it down anew claims it. */
const workOnLine = async (deps: LineDeps, hint: DueHint): Promise<void> => {
  const partnerId = partnerOf(hint);
  const record = await readInstance(deps.table, partnerId, hint.sk);
  if (record?.takingDown === undefined || record.busyUntil === null || record.busyUntil > deps.clock()) return;
  await deactivateLine(deps, { ...record.takingDown, partnerId, idempotencyKey: null, goesOn: true }, hint.sk);
};

/**
 * Does the lifecycle work that a hint names, when it is due: a job on a customer's lines, a line left half
 * deactivated, a connection left half made. @param until when to stop and leave the rest for the next time
 */
export const work = async (deps: ConnectDeps & ErasureDeps, hint: DueHint, until: Milliseconds): Promise<void> => {
  if (hint.sk.startsWith('S#')) return resumeSession(deps, hint);
  if (!hint.sk.startsWith('JOB#')) return workOnLine(deps, hint);
  if (hint.sk === 'JOB#ERASE') return eraseCustomer(deps, hint, until);
  const now = deps.clock();
  const lease = deps.newId(now);
  const item = await claimDue(deps.table, hint, now, leaseEnd(deps.deadline, now, jobLease), lease);
  if (item !== null) await workOnJob(deps, lifecycleJobOf(item), lease, until);
};

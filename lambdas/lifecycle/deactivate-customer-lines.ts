import { ServiceError } from '../domain/errors.ts';
import type { Milliseconds } from '../domain/time.ts';
import { linesOf, type CustomerLine } from '../store/customer-lines.ts';
import { recordJob, type LifecycleJob } from '../store/lifecycle-jobs.ts';
import { deactivateLine } from './deactivate-line.ts';
import type { LineDeps } from './line-deps.ts';

/** Lines taken down at once: kind to the platform, and to a partner with thousands of lines. */
const sideBySide = 4;
export const jobLease: Milliseconds = 90_000;

const takeDown = async (deps: LineDeps, job: LifecycleJob, line: CustomerLine): Promise<void> => {
  if (line.status === 'inactive') return;
  const { partnerId, cause, reason } = job;
  try {
    await deactivateLine(deps, { partnerId, cause, reason, recorded: false, idempotencyKey: null }, line.instanceId);
  } catch (error) {
    // Another worker has the line; it stands as what that one makes of it.
    if (!(error instanceof ServiceError && error.code === 'idempotency_in_progress')) throw error;
  }
};

/** The lines that were not tried yet, oldest first. */
const linesLeft = async (deps: LineDeps, job: LifecycleJob): Promise<readonly CustomerLine[]> => {
  const lines = await linesOf(deps.table, job.partnerId, job.customerId);
  return lines.filter((line) => job.cursor === null || line.instanceId > job.cursor).reverse();
};

/**
 * Takes the customer's lines down, one batch after another, until all were tried or the time is up.
 * A line whose removal fails is left failed, for the next deactivation to try.
 * @param lease the worker's own, under which the job was claimed
 * @returns whether all lines were tried
 */
export const deactivateCustomerLines = async (
  deps: LineDeps,
  job: LifecycleJob,
  lease: string,
  until: Milliseconds,
): Promise<boolean> => {
  const lines = await linesLeft(deps, job);
  for (let start = 0; start < lines.length; start += sideBySide) {
    const batch = lines.slice(start, start + sideBySide);
    await Promise.all(batch.map((line) => takeDown(deps, job, line)));
    const cursor = batch.at(-1)?.instanceId ?? null;
    const now = deps.clock();
    const isLast = start + sideBySide >= lines.length;
    if (!isLast && now >= until) {
      await recordJob(deps.table, job, lease, { kind: 'pause', cursor, due: now });
      return false;
    }
    if (
      !isLast &&
      !(await recordJob(deps.table, job, lease, { kind: 'progress', cursor, leaseUntil: now + jobLease }))
    ) {
      return false;
    }
  }
  return recordJob(deps.table, job, lease, { kind: 'finish' });
};

import { leaseEnd } from '../domain/deadline.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Milliseconds } from '../domain/time.ts';
import { work } from '../domain/work.ts';
import { linesOf, type CustomerLine } from '../store/instances/customer-lines.ts';
import { heldJob, type LifecycleJob } from '../store/instances/lifecycle-jobs.ts';
import { finished, paused, record, renewed } from '../store/table/work.ts';
import { deactivateLine } from './deactivate-line.ts';
import type { LineDeps } from './line-deps.ts';

/** Lines taken down at once: kind to the platform, and to a partner with thousands of lines. */
const sideBySide = 4;

/** @returns whether the line was tried: not when the time of this invocation was too short */
const takeDown = async (deps: LineDeps, job: LifecycleJob, line: CustomerLine): Promise<boolean> => {
  if (line.status === 'inactive') return true;
  const { partnerId, cause, reason } = job;
  const context = { partnerId, cause, reason, recorded: false, idempotencyKey: null, goesOn: true };
  try {
    const { kind } = await deactivateLine(deps, context, line.instanceId);
    return kind !== 'unfinished';
  } catch (error) {
    // Another worker has the line; it stands as what that one makes of it.
    if (!(error instanceof ServiceError && error.code === 'idempotency_in_progress')) throw error;
    return true;
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
 * @returns whether all lines were tried @throws WorkLost
 */
export const deactivateCustomerLines = async (
  deps: LineDeps,
  job: LifecycleJob,
  lease: string,
  until: Milliseconds,
): Promise<boolean> => {
  const held = heldJob(deps.table, job, lease);
  const lines = await linesLeft(deps, job);
  let { cursor } = job;
  for (let start = 0; start < lines.length; start += sideBySide) {
    const batch = lines.slice(start, start + sideBySide);
    const tried = await Promise.all(batch.map((line) => takeDown(deps, job, line)));
    const now = deps.clock();
    const isDone = !tried.includes(false);
    const isLast = start + sideBySide >= lines.length;
    if (isDone && isLast) break;
    if (isDone) cursor = batch.at(-1)?.instanceId ?? cursor;
    if (!isDone || now >= until) {
      await record(held, { ...paused(now), cursor });
      return false;
    }
    await record(held, { ...renewed(leaseEnd(deps.deadline, now, work.deactivation.lease)), cursor });
  }
  await record(held, { ...finished, finished: true });
  return true;
};

import { leaseEnd } from '../domain/deadline.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Milliseconds } from '../domain/time.ts';
import { work } from '../domain/work.ts';
import { instancesOf, type CustomerInstance } from '../store/instances/customer-instances.ts';
import { heldJob, type LifecycleJob } from '../store/instances/lifecycle-jobs.ts';
import { finished, paused, record, renewed } from '../store/table/work.ts';
import { runDeactivation } from './deactivate-instance.ts';
import type { InstanceDeps } from './instance-deps.ts';

/** Lines taken down at once: kind to the platform, and to a partner with thousands of lines. */
const concurrency = 4;

/** @returns whether the line was tried: not when the time of this invocation was too short */
const takeDown = async (deps: InstanceDeps, job: LifecycleJob, instance: CustomerInstance): Promise<boolean> => {
  if (instance.status === 'inactive') return true;
  const { partnerId, cause, reason } = job;
  const context = { partnerId, cause, reason, recorded: false, idempotencyKey: null, goesOn: true };
  try {
    const { kind } = await runDeactivation(deps, context, instance.instanceId);
    return kind !== 'unfinished';
  } catch (error) {
    // Another worker has the line; it stands as what that one makes of it.
    if (!(error instanceof ServiceError && error.code === 'idempotency_in_progress')) throw error;
    return true;
  }
};

/** The lines that were not tried yet, oldest first. */
const instancesLeft = async (deps: InstanceDeps, job: LifecycleJob): Promise<readonly CustomerInstance[]> => {
  const instances = await instancesOf(deps.table, job.partnerId, job.customerId);
  return instances.filter((instance) => job.cursor === null || instance.instanceId > job.cursor).reverse();
};

/**
 * Takes the customer's lines down, one batch after another, until all were tried or the time is up.
 * A line whose removal fails is left failed, for the next deactivation to try.
 * @param lease the worker's own, under which the job was claimed
 * @returns whether all lines were tried @throws WorkLost
 */
export const deactivateCustomerInstances = async (
  deps: InstanceDeps,
  job: LifecycleJob,
  lease: string,
  until: Milliseconds,
): Promise<boolean> => {
  const held = heldJob(deps.table, job, lease);
  const instances = await instancesLeft(deps, job);
  let { cursor } = job;
  for (let start = 0; start < instances.length; start += concurrency) {
    const batch = instances.slice(start, start + concurrency);
    const tried = await Promise.all(batch.map((instance) => takeDown(deps, job, instance)));
    const now = deps.clock();
    const isDone = !tried.includes(false);
    const isLast = start + concurrency >= instances.length;
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

import { batchesOf } from '../kernel/batches.ts';
import { leaseEnd } from '../kernel/deadline.ts';
import { ServiceError } from '../kernel/errors.ts';
import { inTurn, type InTurn } from '../kernel/in-turn.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { work } from '../kernel/work.ts';
import { instancesLeftOf, type CustomerInstance } from '../store/instances/customer-instances.ts';
import { heldJob, type LifecycleJob } from '../store/instances/lifecycle-jobs.ts';
import { finished, paused, record, renewed } from '../store/table/work.ts';
import { runDeactivation } from './deactivate-instance.ts';
import type { AppDeps } from './instance-deps.ts';

/** Instances deactivated at once. A partner with thousands of instances shares the platform's budget. */
const concurrency = 4;

/** @returns false when the invocation's time was too short */
const deactivateOne = async (
  deps: AppDeps,
  job: LifecycleJob,
  instance: CustomerInstance,
  turn: InTurn,
): Promise<boolean> => {
  if (instance.status === 'inactive') return true;
  const { partnerId, cause, reason, deregister } = job;
  const context = { partnerId, cause, reason, deregister, idempotencyKey: null, isResumable: true, inTurn: turn };
  try {
    const { kind } = await runDeactivation(deps, context, instance.instanceId);
    return kind !== 'unfinished';
  } catch (error) {
    // Another worker deactivates the instance.
    if (!(error instanceof ServiceError && error.code === 'idempotency_in_progress')) throw error;
    return true;
  }
};

/** The instances after the cursor, oldest first. */
const instancesLeft = async (deps: AppDeps, job: LifecycleJob): Promise<readonly CustomerInstance[]> => {
  const instances = await instancesLeftOf(deps.table, job.partnerId, job.customerId);
  return instances.filter((instance) => job.cursor === null || instance.instanceId > job.cursor).reverse();
};

/**
 * Deactivates the customer's instances in batches. A failed instance stays failed until the next deactivation.
 * @param lease the lease of the claimed job
 * @returns whether all instances were tried before `until` @throws WorkLost
 */
export const deactivateCustomerInstances = async (
  deps: AppDeps,
  job: LifecycleJob,
  lease: string,
  until: Milliseconds,
): Promise<boolean> => {
  const held = heldJob(deps.table, job, lease);
  const instances = await instancesLeft(deps, job);
  const turn = inTurn();
  let { cursor } = job;
  for (const batch of batchesOf(instances, concurrency)) {
    const tried = await Promise.all(batch.map((instance) => deactivateOne(deps, job, instance, turn)));
    const now = deps.clock();
    const isDone = !tried.includes(false);
    if (isDone && batch.at(-1) === instances.at(-1)) break;
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

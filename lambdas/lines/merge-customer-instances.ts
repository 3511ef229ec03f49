import { leaseEnd } from '../kernel/deadline.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { work } from '../kernel/work.ts';
import { commit, persist } from '../store/table/commit.ts';
import { firstInstancesUnder } from '../store/instances/customer-instances.ts';
import { heldJob, type LifecycleJob } from '../store/instances/lifecycle-jobs.ts';
import { moveInstancesClauses } from '../store/instances/instance-move.ts';
import { endMerge, ownerOf, readMerges } from '../store/customers/merges.ts';
import { finished, paused, record, renewed } from '../store/table/work.ts';
import type { InstanceDeps } from './instance-deps.ts';

/** Up to four writes an instance, in addition to those of the merge; a DynamoDB transaction has at most 100. */
export const instancesAtOnce = 20;

/** Moves one batch. @returns the number of instances found: more than `linesAtOnce` when some are left */
const moveBatch = (deps: InstanceDeps, job: LifecycleJob): Promise<number> =>
  persist(deps.retryPolicy, async () => {
    const instances = await firstInstancesUnder(deps.table, job.partnerId, job.customerId, instancesAtOnce + 1);
    if (instances.length === 0) return 0;
    const target = ownerOf(await readMerges(deps.table, job.partnerId), job.customerId);
    const batch = instances.slice(0, instancesAtOnce);
    await commit(deps.table, moveInstancesClauses(deps.table, job.partnerId, batch, target));
    return instances.length;
  });

/**
 * Rewrites the owner of a merged customer's instances. Reads already resolve it to the target.
 * @param lease the lease of the claimed job
 * @returns whether all instances were moved before `until` @throws WorkLost
 */
export const mergeCustomerInstances = async (
  deps: InstanceDeps,
  job: LifecycleJob,
  lease: string,
  until: Milliseconds,
): Promise<boolean> => {
  const held = heldJob(deps.table, job, lease);
  for (;;) {
    const stood = await moveBatch(deps, job);
    if (stood <= instancesAtOnce) break;
    const now = deps.clock();
    if (now >= until) {
      await record(held, { ...paused(now), cursor: null });
      return false;
    }
    await record(held, { ...renewed(leaseEnd(deps.deadline, now, work.merge.lease)), cursor: null });
  }
  await endMerge(deps.table, job.partnerId, job.customerId, deps.clock());
  await record(held, { ...finished, finished: true });
  return true;
};

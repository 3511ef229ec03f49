import type { ConnectDeps } from '../connect/connect-deps.ts';
import { resumeSession } from '../connect/resume-session.ts';
import type { Milliseconds } from '../domain/time.ts';
import { eraseCustomer } from '../erasure/erase-customer.ts';
import type { ErasureDeps } from '../erasure/erasure-deps.ts';
import { deactivateCustomerInstances } from '../instances/deactivate-customer-instances.ts';
import { runDeactivation } from '../instances/deactivate-instance.ts';
import type { InstanceDeps } from '../instances/instance-deps.ts';
import { mergeCustomerInstances } from '../instances/merge-customer-instances.ts';
import type { Runners } from '../runtime/run-work.ts';
import { readInstance } from '../store/instances/instances.ts';
import { lifecycleJobOf } from '../store/instances/lifecycle-jobs.ts';
import type { WorkKey } from '../store/table/keys.ts';
import { claimWork } from '../store/table/work.ts';

/** Resumes a deactivation whose lease expired. The deactivation claims the instance itself. */
const resumeDeactivation = async (
  deps: InstanceDeps,
  { partnerId, instanceId }: WorkKey<'instance'>,
): Promise<void> => {
  const record = await readInstance(deps.table, partnerId, instanceId);
  if (record?.deactivation === undefined || record.busyUntil === null || record.busyUntil > deps.clock()) return;
  await runDeactivation(
    deps,
    { ...record.deactivation, partnerId, idempotencyKey: null, isResumable: true },
    instanceId,
  );
};

/** @param until when to stop and leave the rest to the next invocation */
export const runners = (deps: ConnectDeps & ErasureDeps, until: Milliseconds): Runners<'Lifecycle'> => ({
  merge: async (work) => {
    const claim = await claimWork(deps, work);
    if (claim !== null) await mergeCustomerInstances(deps, lifecycleJobOf(claim.item), claim.lease, until);
  },
  deactivation: async (work) => {
    const claim = await claimWork(deps, work);
    if (claim !== null) await deactivateCustomerInstances(deps, lifecycleJobOf(claim.item), claim.lease, until);
  },
  erasure: (work) => eraseCustomer(deps, work, until),
  instance: (work) => resumeDeactivation(deps, work),
  connection: (work) => resumeSession(deps, work),
});

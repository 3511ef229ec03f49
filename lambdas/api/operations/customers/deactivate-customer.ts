import * as z from 'zod/mini';
import type { Customer } from '../../../domain/customer.ts';
import { lifecycleOf, type CustomerLifecycle } from '../../../domain/customer-lifecycle.ts';
import { leaseEnd } from '../../../kernel/deadline.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { customerTransitions } from '../../../domain/states/customer-states.ts';
import { isPossible } from '../../../domain/states/transition.ts';
import { work as kinds } from '../../../kernel/work.ts';
import { deactivateCustomerInstances } from '../../../lines/deactivate-customer-instances.ts';
import { commit, persist } from '../../../store/table/commit.ts';
import { instancesOf, type CustomerInstance } from '../../../store/instances/customer-instances.ts';
import { customerCheckClause, requireCustomer } from '../../../store/customers/customers.ts';
import { readJob, startJobClause, type LifecycleJob } from '../../../store/instances/lifecycle-jobs.ts';
import { unlessLost } from '../../../store/table/work.ts';
import { changeStatus } from '../../customer-status.ts';
import type { Deps } from '../../deps.ts';
import { deregister, reason } from '../../fields.ts';
import { operation, type Answer, type Call } from '../../operation.ts';
import { customerLifecycleView, customerView } from '../../resources/customer.ts';
import { customerSelector, customerSelectorNames, requireSelector, unaliased } from '../../selectors.ts';
import { settle } from '../../settle.ts';

/** After this time no further instance is begun while the caller waits. Workers do the rest. */
const callerWait = 12_000;

const input = z.object({ ...customerSelector, reason, deregister }).check(requireSelector);
const output = z.object({ customer: customerView, lifecycle: customerLifecycleView });
type Given = z.output<typeof input>;
type DeactivateCall = Call<z.input<typeof output>>;

interface Begun {
  readonly customer: Customer;
  /** The job for the active instances, with its lease; null when there is none. */
  readonly work: { readonly job: LifecycleJob; readonly lease: string } | null;
}

/** The first commit: it closes the customer to new instances and starts the job for the active ones. */
const begin = (deps: Deps, call: DeactivateCall, given: Given): Promise<Begun> =>
  persist(deps.retryPolicy, async () => {
    const { partnerId, cause } = call;
    const now = deps.clock();
    const record = await requireCustomer(deps.table, partnerId, unaliased(given), call.claim);
    const { customer } = record;
    const isOpen = isPossible(customerTransitions, customer.status, 'deactivate');
    if (!isOpen && customer.status !== 'inactive') return { customer, work: null };
    const { customer_id: customerId } = customer;
    const total = (await instancesLeft(deps, partnerId, customerId)).length;
    const own = isOpen ? null : await ownJob(deps, call, customerId);
    if (!isOpen && total === 0 && own === null) return { customer, work: null };
    const reason = given.reason ?? null;
    const job: LifecycleJob = {
      kind: 'DEACTIVATE',
      partnerId,
      customerId,
      total: own?.total ?? total,
      cause,
      reason,
      idempotencyKey: call.claim?.key ?? null,
      deregister: given.deregister,
      finished: total === 0,
      cursor: null,
    };
    const lease = deps.newId(now);
    const next = isOpen
      ? changeStatus(deps, { ...call, now }, record, 'deactivate', reason)
      : { customer, clauses: [customerCheckClause(deps.table, partnerId, customer)] };
    const until = leaseEnd(deps.deadline, now, kinds.deactivation.lease);
    await commit(deps.table, [startJobClause(deps.table, job, customerId, until, lease), ...next.clauses]);
    return { customer: next.customer, work: { job, lease } };
  });

/** The job of an earlier run of this call. */
const ownJob = async (deps: Deps, call: DeactivateCall, customerId: string): Promise<LifecycleJob | null> => {
  if (call.claim === null) return null;
  const job = await readJob(deps.table, call.partnerId, customerId, 'DEACTIVATE');
  return job?.idempotencyKey === call.claim.key ? job : null;
};

const instancesLeft = async (
  deps: Deps,
  partnerId: string,
  customerId: string,
): Promise<readonly CustomerInstance[]> => {
  const instances = await instancesOf(deps.table, partnerId, customerId);
  return instances.filter((instance) => instance.status !== 'inactive');
};

const carriedOut = async (deps: Deps, { job, lease }: NonNullable<Begun['work']>): Promise<CustomerLifecycle> => {
  // A worker that took the job over continues it.
  if (!job.finished) await unlessLost(deactivateCustomerInstances(deps, job, lease, deps.clock() + callerWait));
  const [entry, left] = await Promise.all([
    readJob(deps.table, job.partnerId, job.customerId, 'DEACTIVATE'),
    instancesLeft(deps, job.partnerId, job.customerId),
  ]);
  return lifecycleOf({ total: job.total, finished: entry?.finished ?? true }, left);
};

const alreadyInactive: CustomerLifecycle = { status: 'already_inactive', total: 0, completed: 0, failed: 0 };

const refuseIncomplete = (lifecycle: CustomerLifecycle): never => {
  throw new ServiceError(
    'remote_removal_failed',
    `the platform did not remove the callback of ${lifecycle.failed} of ${lifecycle.total} instances; deactivate the customer again to go on`,
    { details: { lifecycle } },
  );
};

/** Deactivates a customer and its instances. Instances that take longer are deactivated in the background. */
export const deactivateCustomer = operation({
  input,
  output,
  statuses: [200, 202],
  selectors: [...customerSelectorNames, 'reason', 'deregister'],
  flags: ['deregister'],
  actsOutside: true,
  errors: ['not_found', 'remote_removal_failed'],
  run: async (deps, call, given): Promise<Answer> => {
    const { customer, work } = await begin(deps, call, given);
    const lifecycle = work === null ? alreadyInactive : await carriedOut(deps, work);
    if (lifecycle.status === 'incomplete') return refuseIncomplete(lifecycle);
    const isRunning = lifecycle.status === 'in_progress' && call.method === 'POST';
    const answer = call.answer(isRunning ? 202 : 200, { customer, lifecycle });
    // The response about an erased customer contains no personal data.
    return settle(deps, call, answer, customer.status === 'erased' ? [] : [customer.customer_id], []);
  },
});

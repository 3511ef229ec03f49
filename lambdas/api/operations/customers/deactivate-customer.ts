import * as z from 'zod/mini';
import type { Customer } from '../../../domain/customer.ts';
import { lifecycleOf, type CustomerLifecycle } from '../../../domain/customer-lifecycle.ts';
import { leaseEnd } from '../../../domain/deadline.ts';
import { ServiceError } from '../../../domain/errors.ts';
import { customerTransitions } from '../../../domain/states/customer-states.ts';
import { isPossible, transition } from '../../../domain/states/transition.ts';
import { laterThan } from '../../../domain/time.ts';
import { work as kinds } from '../../../domain/work.ts';
import { deactivateCustomerInstances } from '../../../instances/deactivate-customer-instances.ts';
import { commit, persist, type Clause } from '../../../store/table/commit.ts';
import { instancesOf, type CustomerInstance } from '../../../store/instances/customer-instances.ts';
import { customerCheckClause, requireCustomer, type CustomerRecord } from '../../../store/customers/customers.ts';
import { journal } from '../../../store/customers/journal.ts';
import { readJob, startJobClause, type LifecycleJob } from '../../../store/instances/lifecycle-jobs.ts';
import { countClauses } from '../../../store/table/span-counts.ts';
import { unlessLost } from '../../../store/table/work.ts';
import type { Deps } from '../../deps.ts';
import { reason } from '../../fields.ts';
import { operation, type Answer, type Call } from '../../operation.ts';
import { customerLifecycleView, customerView } from '../../resources/customer.ts';
import { customerAliasSelector, customerSelectorNames, requireSelector, unaliased } from '../../selectors.ts';
import { settle } from '../../settle.ts';

/** How long further lines are begun on while the caller waits; what is left then goes on in the background. */
const retryPolicy = 12_000;

const input = z.object({ ...customerAliasSelector, reason }).check(requireSelector);
const output = z.object({ customer: customerView, lifecycle: customerLifecycleView });
type Given = z.output<typeof input>;
type DeactivateCall = Call<z.input<typeof output>>;

interface Begun {
  readonly customer: Customer;
  /** The job on the lines that are left, under the lease it was begun with; null when none are. */
  readonly work: { readonly job: LifecycleJob; readonly lease: string } | null;
}

/** The customer closed to new lines, with its entry in the history. */
const deactivated = (
  deps: Deps,
  call: DeactivateCall,
  record: CustomerRecord,
  why: string | null,
): { readonly customer: Customer; readonly clauses: readonly Clause[] } => {
  const now = deps.clock();
  const { customer } = record;
  const status = transition('the customer', customerTransitions, customer.status, 'deactivate');
  const at = laterThan(customer.updated_at, now);
  const inactive: Customer = { ...customer, status, deactivated_at: at, updated_at: at };
  const { clauses } = journal(deps.table, call.partnerId, record, inactive, {
    entryId: deps.newId(now),
    event: 'customer_deactivated',
    cause: call.cause,
    at,
    change: { previous: { status: customer.status }, next: { status } },
    reason: why,
    announce: null,
    idempotencyKey: call.claim?.key ?? null,
  });
  const counts = countClauses(deps.table, call.partnerId, 'C', {
    id: customer.customer_id,
    from: customer.status,
    to: status,
  });
  return { customer: inactive, clauses: [...clauses, ...counts] };
};

/** The first commit: no new line comes from here on, and the lines that are left have a job. */
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
      ...{ kind: 'DEACTIVATE', partnerId, customerId, total: own?.total ?? total, cause, reason },
      idempotencyKey: call.claim?.key ?? null,
      finished: total === 0,
      cursor: null,
    };
    const lease = deps.newId(now);
    const next = isOpen ? deactivated(deps, call, record, reason) : { customer, clauses: [] };
    const start = startJobClause(
      deps.table,
      job,
      customerId,
      leaseEnd(deps.deadline, now, kinds.deactivation.lease),
      lease,
    );
    const unchanged = isOpen ? [] : [customerCheckClause(deps.table, partnerId, customer)];
    await commit(deps.table, [start, ...next.clauses, ...unchanged]);
    return { customer: next.customer, work: { job, lease } };
  });

/** The job of this very call, whose first run died before it could answer. */
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
  // A worker that took the job over goes on with it.
  if (!job.finished) await unlessLost(deactivateCustomerInstances(deps, job, lease, deps.clock() + retryPolicy));
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

/** Closes a customer to new lines and takes its lines down; what takes long goes on in the background. */
export const deactivateCustomer = operation({
  input,
  output,
  statuses: [200, 202],
  selectors: customerSelectorNames,
  actsOutside: true,
  run: async (deps, call, given): Promise<Answer> => {
    const { customer, work } = await begin(deps, call, given);
    const lifecycle = work === null ? alreadyInactive : await carriedOut(deps, work);
    if (lifecycle.status === 'incomplete') return refuseIncomplete(lifecycle);
    const goesOn = lifecycle.status === 'in_progress' && call.method === 'POST';
    const answer = call.answer(goesOn ? 202 : 200, { customer, lifecycle });
    // An erased customer's answer holds nothing that would have to be found.
    return settle(deps, call, answer, customer.status === 'erased' ? [] : [customer.customer_id], []);
  },
});

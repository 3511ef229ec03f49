import * as z from 'zod/mini';
import type { Customer } from '../../../domain/customer.ts';
import { requireOpen } from '../../../domain/customer-rules.ts';
import { invalid, ServiceError } from '../../../domain/errors.ts';
import { customerTransitions } from '../../../domain/states/customer-states.ts';
import { transition } from '../../../domain/states/transition.ts';
import { laterThan } from '../../../domain/time.ts';
import { instancesAtOnce } from '../../../instances/merge-customer-instances.ts';
import { persist, type Clause } from '../../../store/table/commit.ts';
import { firstInstancesUnder, instancesUnder } from '../../../store/instances/customer-instances.ts';
import { requireCustomer, type CustomerRecord } from '../../../store/customers/customers.ts';
import { journal, type Occurrence } from '../../../store/customers/journal.ts';
import { readJob, startJobClause } from '../../../store/instances/lifecycle-jobs.ts';
import { moveInstancesClauses } from '../../../store/instances/instance-move.ts';
import { beginMergeClause, isExpectingInstances, readMerges } from '../../../store/customers/merges.ts';
import { countClauses } from '../../../store/table/span-counts.ts';
import type { Deps } from '../../deps.ts';
import { reason, uuid } from '../../fields.ts';
import { operation, type Answer, type Call } from '../../operation.ts';
import { customerView } from '../../resources/customer.ts';
import { settle } from '../../settle.ts';

const input = z.object({ source_customer_id: uuid, target_customer_id: uuid, reason });
const output = z.object({
  customer: customerView,
  source_customer: customerView,
  merge: z.object({ status: z.enum(['completed', 'in_progress']), moved: z.int(), total: z.int() }),
});

type MergeCall = Call<z.input<typeof output>>;

/** What a merge that was made before has come to. */
const repeated = async (deps: Deps, call: MergeCall, source: Customer, target: Customer): Promise<Answer> => {
  const [job, left] = await Promise.all([
    readJob(deps.table, call.partnerId, source.customer_id, 'MERGE'),
    instancesUnder(deps.table, call.partnerId, source.customer_id),
  ]);
  const total = job?.total ?? 0;
  const status = job === null || job.finished ? 'completed' : 'in_progress';
  const merge = { status, total, moved: total - left.length } as const;
  const answer = call.answer(status === 'completed' ? 200 : 202, { customer: target, source_customer: source, merge });
  const about = [source, target].filter(({ status: existing }) => existing !== 'erased');
  return settle(
    deps,
    call,
    answer,
    about.map(({ customer_id: id }) => id),
    [],
  );
};

/** Few lines go with the commit; many go on in the background, shown as the target's from the commit on. */
const instanceClauses = async (
  deps: Deps,
  call: MergeCall,
  source: Customer,
  target: Customer,
  why: string | null,
): Promise<{ readonly moved: number; readonly clauses: readonly Clause[] }> => {
  const { partnerId, now, cause } = call;
  const { customer_id: sourceId, instance_count: total } = source;
  const merges = await readMerges(deps.table, partnerId);
  const instances = await firstInstancesUnder(deps.table, partnerId, sourceId, instancesAtOnce + 1);
  // A source that is itself a target still waits for lines: they follow it through the chain.
  const isWhole =
    instances.length === total && instances.length <= instancesAtOnce && !isExpectingInstances(merges, sourceId);
  const job = {
    kind: 'MERGE',
    idempotencyKey: call.claim?.key ?? null,
    partnerId,
    customerId: sourceId,
    total,
    finished: isWhole,
    cursor: null,
    cause,
    reason: why,
  } as const;
  const start = startJobClause(deps.table, job, sourceId, now, null);
  return isWhole
    ? { moved: total, clauses: [start, ...moveInstancesClauses(deps.table, partnerId, instances, target.customer_id)] }
    : { moved: 0, clauses: [start, beginMergeClause(deps.table, partnerId, sourceId, target.customer_id)] };
};

const merge = async (
  deps: Deps,
  call: MergeCall,
  source: CustomerRecord,
  target: CustomerRecord,
  why: string | null,
): Promise<Answer> => {
  const { partnerId, now } = call;
  requireOpen(target.customer);
  const status = transition('the source customer', customerTransitions, source.customer.status, 'merge_away');
  const [sourceId, targetId] = [source.customer.customer_id, target.customer.customer_id];
  const total = source.customer.instance_count;
  const merged: Customer = {
    ...source.customer,
    status,
    merged_into: targetId,
    instance_count: 0,
    updated_at: laterThan(source.customer.updated_at, now),
  };
  const grown: Customer = {
    ...target.customer,
    instance_count: target.customer.instance_count + total,
    updated_at: laterThan(target.customer.updated_at, now),
  };
  const occurrence: Occurrence = {
    entryId: deps.newId(now),
    event: 'customer_merged',
    change: {
      previous: { status: source.customer.status, merged_into: source.customer.merged_into },
      next: { status, merged_into: targetId },
    },
    cause: call.cause,
    at: grown.updated_at,
    reason: why,
    related: { source_customer_id: sourceId, target_customer_id: targetId },
    announce: null,
    idempotencyKey: call.claim?.key ?? null,
  };
  const announce = {
    id: deps.newId(now),
    content: {
      type: 'service.partner.customer.merged',
      data: { source_customer: merged, target_customer: grown, moved_instances: total, reason: why },
    },
  } as const;
  const instances = await instanceClauses(deps, call, source.customer, target.customer, why);
  const done = instances.moved === total;
  const answer = call.answer(done ? 200 : 202, {
    customer: grown,
    source_customer: merged,
    merge: { status: done ? 'completed' : 'in_progress', moved: instances.moved, total },
  });
  const settled = await settle(
    deps,
    call,
    answer,
    [targetId, sourceId],
    [
      ...journal(deps.table, partnerId, source, merged, occurrence).clauses,
      ...journal(deps.table, partnerId, target, grown, { ...occurrence, announce }).clauses,
      ...countClauses(deps.table, partnerId, 'C', { id: sourceId, from: source.customer.status, to: status }),
      ...instances.clauses,
    ],
  );
  deps.reportingInstances.forget(partnerId);
  return settled;
};

/** Archives one customer and gives its lines to another, in one commit. */
export const mergeCustomers = operation({
  input,
  output,
  statuses: [200, 202],
  selectors: ['source_customer_id', 'target_customer_id'],
  run: (deps, call, given) =>
    persist(deps.retryPolicy, async () => {
      const { source_customer_id: sourceId, target_customer_id: targetId } = given;
      if (sourceId === targetId) {
        throw invalid('target_customer_id', 'different', 'target_customer_id must differ from source_customer_id');
      }
      const [source, target] = await Promise.all([
        requireCustomer(deps.table, call.partnerId, { customer_id: sourceId }, call.claim),
        requireCustomer(deps.table, call.partnerId, { customer_id: targetId }, null),
      ]);
      if (source.customer.merged_into === targetId) return repeated(deps, call, source.customer, target.customer);
      if (source.customer.status === 'merged') {
        throw new ServiceError('customer_merged', 'the source customer was merged into another one', {
          details: { merged_into: source.customer.merged_into },
        });
      }
      return merge(deps, call, source, target, given.reason ?? null);
    }),
});

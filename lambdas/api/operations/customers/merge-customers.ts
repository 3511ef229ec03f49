import * as z from 'zod/mini';
import type { Customer } from '../../../domain/customer.ts';
import { requireOpen, requireUnmerged } from '../../../domain/customer-rules.ts';
import { invalid } from '../../../kernel/errors.ts';
import { customerTransitions } from '../../../domain/states/customer-states.ts';
import { transition } from '../../../domain/states/transition.ts';
import { laterThan, type Milliseconds } from '../../../kernel/time.ts';
import { instancesAtOnce } from '../../../lines/merge-customer-instances.ts';
import type { Clause } from '../../../store/table/commit.ts';
import { firstInstancesUnder } from '../../../store/instances/customer-instances.ts';
import { requireCustomer, type CustomerRecord } from '../../../store/customers/customers.ts';
import { journal, type Occurrence } from '../../../store/customers/journal.ts';
import { startJobClause } from '../../../store/instances/lifecycle-jobs.ts';
import { moveInstancesClauses } from '../../../store/instances/instance-move.ts';
import { beginMergeClause, isExpectingInstances, readMerges } from '../../../store/customers/merges.ts';
import { readMergeEnds } from '../../../store/customers/merge-ends.ts';
import { customerChangeClauses } from '../../../store/search/customer-changes.ts';
import { customerMoveClauses } from '../../../store/usage/customer-changes.ts';
import type { Deps } from '../../deps.ts';
import { reason, uuid } from '../../fields.ts';
import { mergeProgress, mergeView } from '../../merge-progress.ts';
import { occurrenceOf } from '../../occurrence.ts';
import { command, type Answer, type Call } from '../../operation.ts';
import { customerView } from '../../resources/customer.ts';
import { settle } from '../../settle.ts';

const input = z.object({ source_customer_id: uuid, target_customer_id: uuid, reason });
const output = z.object({
  customer: customerView,
  source_customer: customerView,
  merge: mergeView,
});

type MergeCall = Call<z.input<typeof output>>;

interface Pair {
  readonly source: CustomerRecord;
  readonly target: CustomerRecord;
}

const repeated = async (deps: Deps, call: MergeCall, source: Customer, target: Customer): Promise<Answer> => {
  const merge = await mergeProgress(deps.table, call.partnerId, source.customer_id);
  const answer = call.answer(merge.status === 'completed' ? 200 : 202, {
    customer: target,
    source_customer: source,
    merge,
  });
  const about = [source, target].filter((one) => one.status !== 'erased').map((one) => one.customer_id);
  return settle(deps, call, answer, about, []);
};

/** A few instances move in the commit. Workers move many instances, which belong to the target from the commit on. */
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
  // A source that is the target of another merge may still get instances. They follow it to its target.
  const isWhole =
    instances.length === total && instances.length <= instancesAtOnce && !isExpectingInstances(merges, sourceId);
  const job = {
    kind: 'MERGE',
    deregister: false,
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

interface Merged {
  readonly merged: Customer;
  readonly grown: Customer;
}

const afterMerge = (source: Customer, target: Customer, now: Milliseconds): Merged => ({
  merged: {
    ...source,
    status: transition('the source customer', customerTransitions, source.status, 'merge_away'),
    merged_into: target.customer_id,
    instance_count: 0,
    updated_at: laterThan(source.updated_at, now),
  },
  grown: {
    ...target,
    instance_count: target.instance_count + source.instance_count,
    updated_at: laterThan(target.updated_at, now),
  },
});

/** Both customers with their history entries, and the event of the target. */
const customerClauses = (
  deps: Deps,
  call: MergeCall,
  { source, target }: Pair,
  { merged, grown }: Merged,
  why: string | null,
): readonly Clause[] => {
  const { partnerId } = call;
  const { status, merged_into, instance_count: moved } = source.customer;
  const related = { source_customer_id: merged.customer_id, target_customer_id: grown.customer_id };
  const occurrence: Occurrence = {
    ...occurrenceOf(deps, call, grown.updated_at, why),
    event: 'customer_merged',
    change: { previous: { status, merged_into }, next: { status: merged.status, merged_into: merged.merged_into } },
    related,
  };
  const data = { source_customer: merged, target_customer: grown, moved_instances: moved, reason: why };
  const announce = { id: deps.newId(call.now), content: { type: 'service.partner.customer.merged', data } } as const;
  const left = journal(deps.table, partnerId, source, merged, occurrence);
  return [
    ...left.clauses,
    ...customerChangeClauses(deps.table, partnerId, call.caller.terms.isIndexed, source.customer, left.record),
    ...journal(deps.table, partnerId, target, grown, { ...occurrence, announce }).clauses,
    ...customerMoveClauses(deps.table, partnerId, {
      id: merged.customer_id,
      from: status,
      to: merged.status,
      at: Date.parse(grown.updated_at),
    }),
  ];
};

const merge = async (deps: Deps, call: MergeCall, pair: Pair, why: string | null): Promise<Answer> => {
  const [source, target] = [pair.source.customer, pair.target.customer];
  const after = afterMerge(source, target, call.now);
  const { moved, clauses } = await instanceClauses(deps, call, source, target, why);
  const total = source.instance_count;
  const isDone = moved === total;
  const answer = call.answer(isDone ? 200 : 202, {
    customer: after.grown,
    source_customer: after.merged,
    merge: { status: isDone ? 'completed' : 'in_progress', moved, total },
  });
  const all = [...customerClauses(deps, call, pair, after, why), ...clauses];
  const settled = await settle(deps, call, answer, [target.customer_id, source.customer_id], all);
  deps.reportingInstances.forget(call.partnerId);
  return settled;
};

/** Archives a customer and moves its instances to another customer, in one commit. */
export const mergeCustomers = command({
  input,
  output,
  statuses: [200, 202],
  selectors: ['source_customer_id', 'target_customer_id', 'reason'],
  errors: ['not_found', 'customer_merged', 'invalid_state'],
  run: async (deps, call, given) => {
    const { source_customer_id: sourceId, target_customer_id: targetId } = given;
    if (sourceId === targetId) {
      throw invalid('target_customer_id', 'different', 'target_customer_id must differ from source_customer_id');
    }
    const [source, target] = await Promise.all([
      requireCustomer(deps.table, call.partnerId, { customer_id: sourceId }, call.claim),
      requireCustomer(deps.table, call.partnerId, { customer_id: targetId }, null),
    ]);
    if (source.customer.merged_into === targetId) return repeated(deps, call, source.customer, target.customer);
    const ends = await readMergeEnds(deps.table, call.partnerId, [source.customer, target.customer]);
    requireUnmerged(source.customer, ends);
    requireOpen(target.customer, ends);
    return merge(deps, call, { source, target }, given.reason ?? null);
  },
});

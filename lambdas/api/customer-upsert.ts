import { differenceOf, newCustomer, type Customer } from '../domain/customer.ts';
import type { UpsertFields } from '../domain/customer-import.ts';
import { requireEditable, type MergeEnds } from '../domain/customer-rules.ts';
import { creationOf } from '../domain/history.ts';
import { recordId } from '../domain/size.ts';
import { externalIdClause, type CustomerRecord } from '../store/customers/customers.ts';
import { journal, unwritten } from '../store/customers/journal.ts';
import { customerChangeClauses } from '../store/search/customer-changes.ts';
import type { Clause } from '../store/table/commit.ts';
import { customerUpdate, type ChangeCall } from './customer-change.ts';
import type { Deps } from './deps.ts';
import { occurrenceOf } from './occurrence.ts';

/** What an upsert does to its customer. The clauses of a creation lack the counts of lists. */
export interface Upsert {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly customer: Customer;
  readonly clauses: readonly Clause[];
}

const creation = (deps: Pick<Deps, 'table' | 'newId'>, call: ChangeCall, given: UpsertFields): Upsert => {
  const described = {
    customer_name: given.customer_name,
    customer_email: given.customer_email ?? null,
    customer_phone: given.customer_phone ?? null,
    metadata: given.metadata ?? {},
  };
  const { sizes, isIndexed } = call.caller.terms;
  const id = recordId(sizes, deps.newId(call.now));
  const customer = newCustomer(id, given.external_customer_id, described, call.now);
  const created = { external_customer_id: customer.external_customer_id, ...described };
  const { record, clauses } = journal(deps.table, call.partnerId, unwritten(customer), customer, {
    ...occurrenceOf(deps, call, customer.created_at, null),
    event: 'customer_created',
    change: creationOf(created),
  });
  const taken = externalIdClause(deps.table, call.partnerId, customer);
  const noted = customerChangeClauses(deps.table, call.partnerId, isIndexed, null, record);
  return { outcome: 'created', customer, clauses: [taken, ...clauses, ...noted] };
};

/**
 * Creates the customer with an external id, or updates the existing one.
 * @throws ServiceError customer_merged, invalid_state
 */
export const upsertOf = (
  deps: Pick<Deps, 'table' | 'newId'>,
  call: ChangeCall,
  record: CustomerRecord | null,
  given: UpsertFields,
  ends: MergeEnds,
): Upsert => {
  if (record === null) return creation(deps, call, given);
  requireEditable(record.customer, ends);
  const difference = differenceOf(record.customer, given);
  if (difference === null) return { outcome: 'unchanged', customer: record.customer, clauses: [] };
  const update = customerUpdate(deps, call, record, difference, null);
  return { outcome: 'updated', customer: update.record.customer, clauses: update.clauses };
};

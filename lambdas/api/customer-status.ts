import type { Customer } from '../domain/customer.ts';
import { customerTransitions } from '../domain/states/customer-states.ts';
import { transition } from '../domain/states/transition.ts';
import { laterThan } from '../kernel/time.ts';
import type { CustomerRecord } from '../store/customers/customers.ts';
import { journal } from '../store/customers/journal.ts';
import { customerChangeClauses } from '../store/search/customer-changes.ts';
import type { Clause } from '../store/table/commit.ts';
import { customerMoveClauses } from '../store/usage/customer-changes.ts';
import type { Deps } from './deps.ts';
import { occurrenceOf } from './occurrence.ts';
import type { Call } from './operation.ts';

const eventOf = { deactivate: 'customer_deactivated', reactivate: 'customer_reactivated' } as const;

/** Deactivates or reactivates a customer, with its history entry. @throws ServiceError invalid_state */
export const changeStatus = (
  deps: Deps,
  call: Pick<Call<never>, 'caller' | 'partnerId' | 'now' | 'cause' | 'claim'>,
  record: CustomerRecord,
  trigger: keyof typeof eventOf,
  reason: string | null,
): { readonly customer: Customer; readonly clauses: readonly Clause[] } => {
  const { customer: before } = record;
  const status = transition('the customer', customerTransitions, before.status, trigger);
  const at = laterThan(before.updated_at, call.now);
  const deactivated_at = trigger === 'deactivate' ? at : null;
  const customer: Customer = { ...before, status, deactivated_at, updated_at: at };
  const { record: next, clauses } = journal(deps.table, call.partnerId, record, customer, {
    ...occurrenceOf(deps, call, at, reason),
    event: eventOf[trigger],
    change: { previous: { status: before.status }, next: { status } },
  });
  const move = { id: customer.customer_id, from: before.status, to: status, at: Date.parse(at) };
  const { isIndexed } = call.caller.terms;
  return {
    customer,
    clauses: [
      ...clauses,
      ...customerMoveClauses(deps.table, call.partnerId, move),
      ...customerChangeClauses(deps.table, call.partnerId, isIndexed, before, next),
    ],
  };
};

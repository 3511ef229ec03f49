import type { PartnerTerms } from '../domain/access.ts';
import { changed, type CustomerDifference } from '../domain/customer.ts';
import type { Clause } from '../store/table/commit.ts';
import type { CustomerRecord } from '../store/customers/customers.ts';
import { journal } from '../store/customers/journal.ts';
import { customerChangeClauses } from '../store/search/customer-changes.ts';
import type { Deps } from './deps.ts';
import { occurrenceOf } from './occurrence.ts';
import type { Call } from './operation.ts';

/** What of a call a change of a customer's contact data needs. */
export type ChangeCall = Pick<Call<never>, 'partnerId' | 'now' | 'cause' | 'claim'> & {
  readonly caller: { readonly terms: PartnerTerms };
};

/** The next revision of a customer with new contact data, its history entry and its event. */
export const customerUpdate = (
  deps: Pick<Deps, 'table' | 'newId'>,
  call: ChangeCall,
  record: CustomerRecord,
  difference: CustomerDifference,
  reason: string | null,
): { readonly record: CustomerRecord; readonly clauses: readonly Clause[] } => {
  const customer = changed(record.customer, difference.next, call.now);
  const { changedFields } = difference;
  const change = { previous: { ...difference.previous }, next: { ...difference.next } };
  const { record: next, clauses } = journal(deps.table, call.partnerId, record, customer, {
    ...occurrenceOf(deps, call, customer.updated_at, reason),
    event: 'customer_updated',
    change,
    announce: {
      id: deps.newId(call.now),
      content: {
        type: 'service.partner.customer.updated',
        data: { customer, previous: change.previous, changed_fields: changedFields, reason },
      },
    },
  });
  const { isIndexed } = call.caller.terms;
  const noted = customerChangeClauses(deps.table, call.partnerId, isIndexed, record.customer, next);
  return { record: next, clauses: [...clauses, ...noted] };
};

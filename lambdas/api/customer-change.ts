import { changed, type CustomerDifference } from '../domain/customer.ts';
import type { Clause } from '../store/table/commit.ts';
import type { CustomerRecord } from '../store/customers/customers.ts';
import { journal } from '../store/customers/journal.ts';
import { searchChangeClauses } from '../store/search/search-changes.ts';
import type { Deps } from './deps.ts';
import { occurrenceOf } from './occurrence.ts';
import type { Call } from './operation.ts';

/** The next revision of a customer with new contact data, its history entry and its event. */
export const customerUpdate = (
  deps: Deps,
  call: Pick<Call<never>, 'caller' | 'partnerId' | 'now' | 'cause' | 'claim'>,
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
  const noted = searchChangeClauses(deps.table, call.partnerId, isIndexed, record.customer, next);
  return { record: next, clauses: [...clauses, ...noted] };
};

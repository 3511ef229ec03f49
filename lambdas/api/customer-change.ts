import { changed, type CustomerDifference } from '../domain/customer.ts';
import type { Clause } from '../store/table/commit.ts';
import type { CustomerRecord } from '../store/customers/customers.ts';
import { journal } from '../store/customers/journal.ts';
import type { Deps } from './deps.ts';
import { occurrenceOf } from './occurrence.ts';
import type { Call } from './operation.ts';

/** The next revision of a customer with new contact data, its history entry and its event. */
export const customerUpdate = (
  deps: Deps,
  call: Pick<Call<never>, 'partnerId' | 'now' | 'cause' | 'claim'>,
  record: CustomerRecord,
  difference: CustomerDifference,
  reason: string | null,
): { readonly record: CustomerRecord; readonly clauses: readonly Clause[] } => {
  const customer = changed(record.customer, difference.next, call.now);
  const { changedFields } = difference;
  const [previous, next] = [{ ...difference.previous }, { ...difference.next }];
  return journal(deps.table, call.partnerId, record, customer, {
    ...occurrenceOf(deps, call, customer.updated_at, reason),
    event: 'customer_updated',
    change: { previous, next },
    announce: {
      id: deps.newId(call.now),
      content: {
        type: 'service.partner.customer.updated',
        data: { customer, previous, changed_fields: changedFields, reason },
      },
    },
  });
};

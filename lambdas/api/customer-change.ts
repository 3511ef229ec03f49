import { changed, type CustomerDifference } from '../domain/customer.ts';
import type { Clause } from '../store/table/commit.ts';
import type { CustomerRecord } from '../store/customers/customers.ts';
import { journal } from '../store/customers/journal.ts';
import type { Deps } from './deps.ts';
import type { Call } from './operation.ts';

/** The next revision of a customer with new contact data, and the clauses that commit it with its history and its event. */
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
    entryId: deps.newId(call.now),
    event: 'customer_updated',
    cause: call.cause,
    at: customer.updated_at,
    change: { previous, next },
    reason,
    announce: {
      id: deps.newId(call.now),
      content: {
        type: 'service.partner.customer.updated',
        data: { customer, previous, changed_fields: changedFields, reason },
      },
    },
    idempotencyKey: call.claim?.key ?? null,
  });
};

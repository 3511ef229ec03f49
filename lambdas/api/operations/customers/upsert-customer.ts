import * as z from 'zod/mini';
import { countClauses } from '../../../store/table/span-counts.ts';
import { findCustomer } from '../../../store/customers/customers.ts';
import { readMergeEnds } from '../../../store/customers/merge-ends.ts';
import { upsertOf } from '../../customer-upsert.ts';
import { command } from '../../operation.ts';
import { customerView } from '../../resources/customer.ts';
import { settle } from '../../settle.ts';
import { upsertFields } from '../../upsert-fields.ts';

/** Creates the customer with an external id, or updates the existing one. Omitted fields are not changed. */
export const upsertCustomer = command({
  input: z.object(upsertFields),
  output: z.object({ customer: customerView }),
  statuses: [200, 201],
  errors: ['customer_merged', 'invalid_state'],
  run: async (deps, call, given) => {
    const selector = { externalId: given.external_customer_id };
    const record = await findCustomer(deps.table, call.partnerId, selector, call.claim);
    const ends = await readMergeEnds(deps.table, call.partnerId, record === null ? [] : [record.customer]);
    const { outcome, customer, clauses } = upsertOf(deps, call, record, given, ends);
    const { customer_id: id } = customer;
    const isNew = outcome === 'created';
    const counts = isNew ? countClauses(deps.table, call.partnerId, 'C', { id, from: null, to: 'active' }) : [];
    return settle(deps, call, call.answer(isNew ? 201 : 200, { customer }), [id], [...clauses, ...counts]);
  },
});

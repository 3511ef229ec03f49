import * as z from 'zod/mini';
import { differenceOf, newCustomer } from '../../../domain/customer.ts';
import { requireEditable } from '../../../domain/customer-rules.ts';
import { creationOf } from '../../../domain/history.ts';
import { recordId } from '../../../domain/size.ts';
import { countClauses } from '../../../store/table/span-counts.ts';
import { externalIdClause, findCustomer } from '../../../store/customers/customers.ts';
import { journal, unwritten } from '../../../store/customers/journal.ts';
import { customerUpdate } from '../../customer-change.ts';
import type { Deps } from '../../deps.ts';
import { customerEmail, customerName, customerPhone, externalCustomerId, optionalText } from '../../fields.ts';
import { metadata } from '../../metadata.ts';
import { occurrenceOf } from '../../occurrence.ts';
import { command, type Answer, type Call } from '../../operation.ts';
import { customerView } from '../../resources/customer.ts';
import { settle } from '../../settle.ts';

const input = z.object({
  external_customer_id: externalCustomerId,
  customer_name: customerName,
  customer_email: optionalText(customerEmail),
  customer_phone: optionalText(customerPhone),
  metadata: z.optional(metadata),
});
const output = z.object({ customer: customerView });

type Input = z.output<typeof input>;
type UpsertCall = Call<z.input<typeof output>>;

const create = async (deps: Deps, call: UpsertCall, given: Input): Promise<Answer> => {
  const described = {
    customer_name: given.customer_name,
    customer_email: given.customer_email ?? null,
    customer_phone: given.customer_phone ?? null,
    metadata: given.metadata ?? {},
  };
  const id = recordId(call.caller.terms.sizes, deps.newId(call.now));
  const customer = newCustomer(id, given.external_customer_id, described, call.now);
  const created = { external_customer_id: customer.external_customer_id, ...described };
  const { clauses } = journal(deps.table, call.partnerId, unwritten(customer), customer, {
    ...occurrenceOf(deps, call, customer.created_at, null),
    event: 'customer_created',
    change: creationOf(created),
  });
  const taken = [externalIdClause(deps.table, call.partnerId, customer)];
  const counts = countClauses(deps.table, call.partnerId, 'C', { id, from: null, to: 'active' });
  return settle(deps, call, call.answer(201, { customer }), [id], [...taken, ...clauses, ...counts]);
};

/** Creates the customer with an external id, or updates the existing one. Omitted fields are not changed. */
export const upsertCustomer = command({
  input,
  output,
  statuses: [200, 201],
  run: async (deps, call, given) => {
    const selector = { externalId: given.external_customer_id };
    const record = await findCustomer(deps.table, call.partnerId, selector, call.claim);
    if (record === null) return create(deps, call, given);
    requireEditable(record.customer);
    const difference = differenceOf(record.customer, given);
    const id = record.customer.customer_id;
    if (difference === null) return settle(deps, call, call.answer(200, { customer: record.customer }), [id], []);
    const update = customerUpdate(deps, call, record, difference, null);
    return settle(deps, call, call.answer(200, { customer: update.record.customer }), [id], update.clauses);
  },
});

import * as z from 'zod/mini';
import { differenceOf } from '../../../domain/customer.ts';
import { isSameInstant } from '../../../kernel/date-time.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { requireEditable } from '../../../domain/customer-rules.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { readMergeEnds } from '../../../store/customers/merge-ends.ts';
import { customerUpdate } from '../../customer-change.ts';
import {
  customerEmail,
  customerName,
  customerPhone,
  dateTime,
  externalCustomerId,
  oneOf,
  optionalText,
  reason,
  rule,
  uuid,
} from '../../fields.ts';
import { command } from '../../operation.ts';
import { customerView } from '../../resources/customer.ts';
import { settle } from '../../settle.ts';

const editable = {
  customer_name: z.optional(customerName),
  customer_email: optionalText(customerEmail),
  customer_phone: optionalText(customerPhone),
};
const flat = Object.keys(editable);

const given = (value: object, names: readonly string[]): boolean => names.some((name) => name in value);

const input = z
  .strictObject({
    route: z.optional(z.literal('update-partner-customer')),
    customer_id: z.optional(uuid),
    external_customer_id: z.optional(externalCustomerId),
    changes: z.optional(
      z.strictObject(editable).check(
        rule('not_empty', 'must name at least one field', (value) => given(value, flat), {
          schema: { minProperties: 1 },
        }),
      ),
    ),
    ...editable,
    expected_updated_at: z.optional(z.nullable(dateTime)),
    reason,
  })
  .check(
    oneOf(['customer_id', 'external_customer_id'], 'needs customer_id or external_customer_id'),
    rule(
      'changes',
      'needs changes, or the editable fields at the root',
      (value) => given(value, ['changes', ...flat]),
      { schema: { anyOf: ['changes', ...flat].map((name) => ({ required: [name] })) } },
    ),
    rule(
      'changes',
      'must not have changes beside editable fields at the root',
      (value) => !(given(value, ['changes']) && given(value, flat)),
      { schema: { not: { required: ['changes'], anyOf: flat.map((name) => ({ required: [name] })) } } },
    ),
  );

/** Updates the contact data of a customer. An update without a change writes no history and sends no event. */
export const updateCustomer = command({
  input,
  output: z.object({ customer: customerView }),
  selectors: ['customer_id', 'external_customer_id', 'expected_updated_at', 'reason'],
  errors: ['not_found', 'customer_merged', 'invalid_state', 'stale_update'],
  run: async (deps, call, it) => {
    const record = await requireCustomer(deps.table, call.partnerId, it, call.claim);
    requireEditable(record.customer, await readMergeEnds(deps.table, call.partnerId, [record.customer]));
    requireCurrent(record.customer.updated_at, it.expected_updated_at ?? null);
    const { customer_name, customer_email, customer_phone } = it.changes ?? it;
    const difference = differenceOf(record.customer, { customer_name, customer_email, customer_phone });
    const id = record.customer.customer_id;
    if (difference === null) return settle(deps, call, call.answer(200, { customer: record.customer }), [id], []);
    const update = customerUpdate(deps, call, record, difference, it.reason ?? null);
    return settle(deps, call, call.answer(200, { customer: update.record.customer }), [id], update.clauses);
  },
});

const requireCurrent = (current: string, expected: string | null): void => {
  if (expected === null || isSameInstant(expected, current)) return;
  throw new ServiceError('stale_update', 'expected_updated_at must equal the current updated_at of the customer', {
    details: { updated_at: current },
  });
};

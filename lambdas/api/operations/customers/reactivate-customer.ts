import * as z from 'zod/mini';
import type { Customer } from '../../../domain/customer.ts';
import { invalidState } from '../../../kernel/errors.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { forgetFinishedClause } from '../../../store/instances/lifecycle-jobs.ts';
import { changeStatus } from '../../customer-status.ts';
import { reason } from '../../fields.ts';
import { command } from '../../operation.ts';
import { customerView } from '../../resources/customer.ts';
import { customerSelector, customerSelectorNames, requireSelector, unaliased } from '../../selectors.ts';
import { settle } from '../../settle.ts';

const unfinished = ({ status }: Customer): Error =>
  invalidState(status, 'the deactivation is still in progress; wait until its lifecycle is not in_progress any more');

/** Reactivates a deactivated customer. Its earlier instances stay inactive. */
export const reactivateCustomer = command({
  input: z.object({ ...customerSelector, reason }).check(requireSelector),
  output: z.object({ customer: customerView }),
  selectors: [...customerSelectorNames, 'reason'],
  errors: ['not_found', 'invalid_state'],
  run: async (deps, call, given) => {
    const { partnerId } = call;
    const record = await requireCustomer(deps.table, partnerId, unaliased(given), call.claim);
    const { customer } = record;
    const { customer_id: id } = customer;
    if (customer.status === 'active') return settle(deps, call, call.answer(200, { customer }), [id], []);
    const active = changeStatus(deps, call, record, 'reactivate', given.reason ?? null);
    const clauses = [...active.clauses, forgetFinishedClause(deps.table, partnerId, id, () => unfinished(customer))];
    return settle(deps, call, call.answer(200, { customer: active.customer }), [id], clauses);
  },
});

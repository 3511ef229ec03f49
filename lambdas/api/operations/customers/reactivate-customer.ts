import * as z from 'zod/mini';
import type { Customer } from '../../../domain/customer.ts';
import { customerTransitions } from '../../../domain/states/customer-states.ts';
import { transition } from '../../../domain/states/transition.ts';
import { laterThan } from '../../../domain/time.ts';
import { persist } from '../../../store/table/commit.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { journal } from '../../../store/customers/journal.ts';
import { forgetJobClause } from '../../../store/instances/lifecycle-jobs.ts';
import { countClauses } from '../../../store/table/span-counts.ts';
import { reason } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { customerView } from '../../resources/customer.ts';
import { customerAliasSelector, customerSelectorNames, requireSelector, unaliased } from '../../selectors.ts';
import { settle } from '../../settle.ts';

/** Lets a deactivated customer take on lines again; the lines it had stay inactive. */
export const reactivateCustomer = operation({
  input: z.object({ ...customerAliasSelector, reason }).check(requireSelector),
  output: z.object({ customer: customerView }),
  selectors: customerSelectorNames,
  run: (deps, call, given) =>
    persist(deps.retryPolicy, async () => {
      const { partnerId, now } = call;
      const record = await requireCustomer(deps.table, partnerId, unaliased(given), call.claim);
      const { customer } = record;
      const { customer_id: id } = customer;
      if (customer.status === 'active') return settle(deps, call, call.answer(200, { customer }), [id], []);
      const status = transition('the customer', customerTransitions, customer.status, 'reactivate');
      const active: Customer = {
        ...customer,
        status,
        deactivated_at: null,
        updated_at: laterThan(customer.updated_at, now),
      };
      const { clauses } = journal(deps.table, partnerId, record, active, {
        entryId: deps.newId(now),
        event: 'customer_reactivated',
        cause: call.cause,
        at: active.updated_at,
        change: { previous: { status: customer.status }, next: { status } },
        reason: given.reason ?? null,
        announce: null,
        idempotencyKey: call.claim?.key ?? null,
      });
      return settle(
        deps,
        call,
        call.answer(200, { customer: active }),
        [id],
        [
          ...clauses,
          forgetJobClause(deps.table, partnerId, id, 'DEACTIVATE'),
          ...countClauses(deps.table, partnerId, 'C', { id, from: customer.status, to: status }),
        ],
      );
    }),
});

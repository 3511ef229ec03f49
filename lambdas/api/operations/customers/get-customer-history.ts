import * as z from 'zod/mini';
import { historyPage } from '../../../store/customers/history.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { pageRequestOf, paging } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { historyEntryView } from '../../resources/history-entry.ts';
import { pageOf } from '../../resources/page.ts';
import { customerSelector, requireSelector, unaliased } from '../../selectors.ts';

/** Returns a page of a customer's change history, newest first. */
export const getCustomerHistory = operation({
  input: z.object({ ...customerSelector, ...paging() }).check(requireSelector),
  output: pageOf(historyEntryView),
  errors: ['not_found', 'conflicting_selectors'],
  run: async (deps, call, given) => {
    const { customer, historyCount } = await requireCustomer(deps.table, call.partnerId, unaliased(given), null);
    return call.answer(
      200,
      await historyPage(deps.table, call.partnerId, customer.customer_id, historyCount, pageRequestOf(given)),
    );
  },
});

import * as z from 'zod/mini';
import { notFound } from '../../../kernel/errors.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { uuid } from '../../fields.ts';
import { mergeProgress, mergeView } from '../../merge-progress.ts';
import { operation } from '../../operation.ts';

/** Returns how far the merge of a customer into another one has moved its instances. */
export const getMerge = operation({
  input: z.object({ source_customer_id: uuid }),
  output: z.object({ merge: mergeView }),
  errors: ['not_found'],
  run: async ({ table }, { partnerId, answer }, { source_customer_id: sourceId }) => {
    const { customer } = await requireCustomer(table, partnerId, { customer_id: sourceId }, null);
    if (customer.merged_into === null) throw notFound('the merge');
    return answer(200, { merge: await mergeProgress(table, partnerId, sourceId) });
  },
});

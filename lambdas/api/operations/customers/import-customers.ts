import * as z from 'zod/mini';
import { mostRows } from '../../batch-limits.ts';
import { beginImport, rowFields } from '../../begin-import.ts';
import { requireUnanswered } from '../../../store/table/receipts.ts';
import { command } from '../../operation.ts';
import { customerImportView } from '../../resources/customer-import.ts';
import { settle } from '../../settle.ts';

/** Creates or updates up to 1,000 customers in the background. Each row is an upsert, which succeeds or fails by itself. */
export const importCustomers = command({
  input: z.object({ customers: z.array(z.unknown()).check(z.minLength(1), z.maxLength(mostRows)) }),
  output: z.object({ import: customerImportView }),
  entries: { customers: rowFields },
  statuses: [202],
  run: async (deps, call, { customers }) => {
    await requireUnanswered(deps.table, call.claim);
    const { partnerId, cause } = call;
    const begun = beginImport(deps, { partnerId, cause, now: deps.clock(), customers });
    return settle(deps, call, call.answer(202, { import: begun.import }), [], begun.clauses);
  },
});

import { forgetWaitingRows } from '../../imports/forget-rows.ts';
import { atStep } from '../../../domain/erasure-progress.ts';
import { importsWithFailures } from '../../../store/imports/import-records.ts';
import { forgetInResults } from '../../../store/imports/import-results.ts';
import { contended, persist } from '../../../store/table/commit.ts';
import type { HeldErasure } from '../held-erasure.ts';
import type { StepOutcome } from '../step-outcome.ts';

/**
 * Removes the customer from imports: rows that wait, and its external id from failed rows. Rows that are carried out from now
 * on fail without its external id. The cursor is the last import that is done.
 */
export const scrubImports = async (held: HeldErasure): Promise<StepOutcome> => {
  const { table, retryPolicy } = held.deps;
  const { partnerId, cursor } = held.erasure;
  const { customer } = await held.requireCustomer();
  const { external_customer_id: externalId } = customer;
  await forgetWaitingRows(held.deps, partnerId, externalId);
  for await (const page of importsWithFailures(table, partnerId, cursor ?? '')) {
    for (const importId of page) {
      await persist(retryPolicy, async () => {
        if (!(await forgetInResults(table, partnerId, importId, externalId))) throw contended();
      });
      await held.note(atStep(held.erasure, 'imports', importId));
    }
  }
  return { kind: 'go', next: atStep(held.erasure, 'deliveries') };
};

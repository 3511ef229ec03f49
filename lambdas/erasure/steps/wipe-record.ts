import { atStep } from '../../domain/erasure-progress.ts';
import { withoutContact } from '../../domain/erasure.ts';
import { commit, persist } from '../../store/table/commit.ts';
import { customerClause, findCustomer } from '../../store/customers/customers.ts';
import type { HeldErasure } from '../held-erasure.ts';
import type { StepOutcome } from '../step-outcome.ts';

/** Overwrites the customer's own record, and with it what a search finds. The external id stays taken until the end. */
export const wipeRecord = async ({ deps, erasure }: HeldErasure): Promise<StepOutcome> => {
  const { partnerId, customerId } = erasure;
  await persist(deps.retryPolicy, async () => {
    const record = await findCustomer(deps.table, partnerId, { customerId }, null);
    if (record === null) throw new Error('the customer has gone');
    const customer = withoutContact(record.customer);
    await commit(deps.table, [
      customerClause(deps.table, partnerId, { ...record, customer, revision: record.revision + 1 }),
    ]);
  });
  return { kind: 'go', next: atStep(erasure, 'belongings') };
};

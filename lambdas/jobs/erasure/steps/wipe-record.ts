import { atStep } from '../../../domain/erasure-progress.ts';
import { withoutContact } from '../../../domain/erasure.ts';
import { commit, persist } from '../../../store/table/commit.ts';
import { customerClause } from '../../../store/customers/customers.ts';
import type { HeldErasure } from '../held-erasure.ts';
import type { StepOutcome } from '../step-outcome.ts';

/** Overwrites the customer's record and its search text. The external id stays taken until the end. */
export const wipeRecord = async (held: HeldErasure): Promise<StepOutcome> => {
  const { deps, erasure } = held;
  await persist(deps.retryPolicy, async () => {
    const record = await held.requireCustomer();
    const wiped = { ...record, customer: withoutContact(record.customer), revision: record.revision + 1 };
    await commit(deps.table, [customerClause(deps.table, erasure.partnerId, wiped)]);
  });
  return { kind: 'go', next: atStep(erasure, 'search') };
};

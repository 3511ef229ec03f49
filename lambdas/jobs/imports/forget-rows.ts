import { nothingImported, type FailedRow } from '../../domain/customer-import.ts';
import type { Clock } from '../../kernel/time.ts';
import { leaveRowsClause, readBatch, waitingBatches, type ImportBatch } from '../../store/imports/import-batches.ts';
import { resultClause } from '../../store/imports/import-results.ts';
import { commit, persist } from '../../store/table/commit.ts';
import type { RetryPolicy, Table } from '../../store/table/table.ts';

interface ForgetDeps {
  readonly table: Table;
  readonly retryPolicy: RetryPolicy;
  readonly clock: Clock;
}

const refused = (index: number): FailedRow => ({
  index,
  external_customer_id: null,
  code: 'invalid_state',
  details: null,
});

const forgetIn = (
  { table, retryPolicy, clock }: ForgetDeps,
  partnerId: string,
  given: ImportBatch,
  externalId: string,
) =>
  persist(retryPolicy, async () => {
    const batch = await readBatch(table, partnerId, given);
    if (batch === null) return;
    const [own, others] = [true, false].map((isOwn) =>
      batch.rows.filter(({ fields }) => (fields.external_customer_id === externalId) === isOwn),
    );
    if (own === undefined || others === undefined || own.length === 0) return;
    const failures = own.map(({ index }) => refused(index));
    const result = { counts: { ...nothingImported, failed: own.length }, failures };
    const now = clock();
    await commit(table, [
      leaveRowsClause(table, partnerId, batch, others, now),
      resultClause(table, partnerId, batch.importId, `${batch.number}#${batch.revision}`, result, now),
    ]);
  });

/** Removes the waiting rows of a customer that is being erased. They have failed, as a single upsert would. */
export const forgetWaitingRows = async (deps: ForgetDeps, partnerId: string, externalId: string): Promise<void> => {
  for await (const page of waitingBatches(deps.table, partnerId)) {
    for (const batch of page) {
      if (batch.rows.some(({ fields }) => fields.external_customer_id === externalId)) {
        await forgetIn(deps, partnerId, batch, externalId);
      }
    }
  }
};

import type { ImportStatus } from '../../domain/customer-import.ts';
import { isoOf } from '../../kernel/time.ts';
import {
  dropEndMarkClause,
  leaveRowsClause,
  waitingBatches,
  type ImportBatch,
} from '../../store/imports/import-batches.ts';
import { endImportClause } from '../../store/imports/import-records.ts';
import { readResults } from '../../store/imports/import-results.ts';
import { commit, persist } from '../../store/table/commit.ts';
import type { ImportDeps } from './import-deps.ts';

const waitingOf = async (
  { table }: ImportDeps,
  partnerId: string,
  importId: string,
): Promise<readonly ImportBatch[]> => {
  const found: ImportBatch[] = [];
  for await (const page of waitingBatches(table, partnerId, importId)) found.push(...page);
  return found;
};

/** Ends an import with the sums of its results. Rows that still wait, after a failure, are deleted. */
export const endImport = (
  deps: ImportDeps,
  partnerId: string,
  importId: string,
  status: Exclude<ImportStatus, 'running'>,
): Promise<void> =>
  persist(deps.retryPolicy, async () => {
    const { table } = deps;
    const batches = status === 'failed' ? await waitingOf(deps, partnerId, importId) : [];
    const { counts } = await readResults(table, partnerId, importId);
    const now = deps.clock();
    await commit(table, [
      ...batches.map((batch) => leaveRowsClause(table, partnerId, batch, [], now)),
      dropEndMarkClause(table, partnerId, importId),
      endImportClause(table, partnerId, importId, { ...counts, status, finished_at: isoOf(now) }),
    ]);
  });

import type { FailedRow, ImportRow } from '../../domain/customer-import.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { Upsert } from '../../api/customer-upsert.ts';
import { findByExternalIds } from '../../store/customers/customers.ts';
import { readMergeEnds } from '../../store/customers/merge-ends.ts';
import { unwritten } from '../../store/customers/journal.ts';
import type { ImportResult } from '../../store/imports/import-results.ts';
import { carryOut, customersOf, resultOf, type ImportCall } from './carry-out-batch.ts';
import type { ImportDeps } from './import-deps.ts';

/** What would become of the rows now, one after the other. Nothing is written. */
export const previewImport = async (
  deps: Pick<ImportDeps, 'table' | 'newId'>,
  call: ImportCall,
  rows: readonly ImportRow[],
  now: Milliseconds,
): Promise<ImportResult> => {
  const externalIds = new Set(rows.map(({ fields }) => fields.external_customer_id));
  const records = new Map(await findByExternalIds(deps.table, call.partnerId, Array.from(externalIds)));
  const ends = await readMergeEnds(deps.table, call.partnerId, customersOf(records));
  const outcomes = rows.flatMap((row): readonly (Upsert | FailedRow)[] => {
    const outcome = carryOut(deps, call, [row], records, ends, now);
    for (const upsert of outcome) {
      if (!('outcome' in upsert)) continue;
      const id = row.fields.external_customer_id;
      records.set(id, { ...(records.get(id) ?? unwritten(upsert.customer)), customer: upsert.customer });
    }
    return outcome;
  });
  return resultOf(outcomes);
};

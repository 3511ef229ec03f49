import * as z from 'zod/mini';
import { mostRows } from './batch-limits.ts';
import { otherPartner, refusalIn } from './problems.ts';
import { upsertFields } from './upsert-fields.ts';
import {
  groupedByCustomer,
  isSameCustomer,
  newImport,
  rowsInCommit,
  nothingImported,
  type CustomerImport,
  type FailedRow,
  type ImportRow,
} from '../domain/customer-import.ts';
import type { Problem } from '../kernel/errors.ts';
import type { Cause } from '../domain/history.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { pack } from '../kernel/pack.ts';
import { batchClause, endMarkClause, type ImportBatch } from '../store/imports/import-batches.ts';
import { importClause, importDueClause } from '../store/imports/import-records.ts';
import { resultClause } from '../store/imports/import-results.ts';
import type { Clause } from '../store/table/commit.ts';
import type { Table } from '../store/table/table.ts';

/** Of JSON, which is compressed: an item has 400 KB at most. */
const bytesOfItem = 256 * 1024;

/** A row has the fields of a single upsert. */
export const rowFields = z.object({
  ...upsertFields,
  partner_id: z.optional(z.string()),
});

const named = z.object({ external_customer_id: upsertFields.external_customer_id });

const failed = (given: unknown, index: number, details: readonly Problem[]): FailedRow => {
  const known = named.safeParse(given);
  return {
    index,
    external_customer_id: known.success ? known.data.external_customer_id : null,
    code: 'validation_failed',
    details,
  };
};

const readRow = (given: unknown, index: number, partnerId: string): ImportRow | FailedRow => {
  const parsed = rowFields.safeParse(given, { reportInput: true });
  if (!parsed.success) return failed(given, index, refusalIn(parsed.error).details);
  const { partner_id: partner, ...fields } = parsed.data;
  const problem = otherPartner(partner, partnerId);
  return problem === null ? { index, fields } : failed(given, index, [problem]);
};

/** The rows that are valid, and those that have failed already. */
export const readRows = (
  partnerId: string,
  customers: readonly unknown[],
): { readonly rows: readonly ImportRow[]; readonly failures: readonly FailedRow[] } => {
  const read = customers.map((given, index) => readRow(given, index, partnerId));
  return { rows: read.filter((row) => 'fields' in row), failures: read.filter((row) => 'code' in row) };
};

const weightOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Who begins an import, and when. */
export interface ImportOrder {
  readonly partnerId: string;
  readonly cause: Cause;
  readonly now: Milliseconds;
  readonly customers: readonly unknown[];
}

/** The batches of an import: rows of one customer are carried out in their order. */
const batchesOf = (importId: string, rows: readonly ImportRow[]): readonly ImportBatch[] => {
  const groups = pack(groupedByCustomer(rows), weightOf, bytesOfItem, rowsInCommit);
  return groups.map((group, number) => ({
    importId,
    number,
    rows: group,
    revision: 1,
    follows: isSameCustomer(groups[number - 1]?.at(-1), group[0]),
  }));
};

/** A new import, and the clauses that store it. Rows that are not valid have failed; workers carry out the others. */
export const beginImport = (
  { table, newId }: { readonly table: Table; readonly newId: (now: Milliseconds) => string },
  { partnerId, cause, now, customers }: ImportOrder,
): { readonly import: CustomerImport; readonly clauses: readonly Clause[] } => {
  const { rows, failures } = readRows(partnerId, customers);
  const begun = newImport(newId(now), customers.length, failures.length, now);
  const results = pack(failures, weightOf, bytesOfItem, mostRows).map((some, part) => {
    const result = { counts: { ...nothingImported, failed: some.length }, failures: some };
    return resultClause(table, partnerId, begun.id, `INVALID#${part}`, result, now);
  });
  return {
    import: begun,
    clauses: [
      importClause(table, { partnerId, import: begun, cause }, now),
      importDueClause(table, partnerId, begun.id, now),
      ...results,
      ...batchesOf(begun.id, rows).map((batch) => batchClause(table, partnerId, batch, now)),
      endMarkClause(table, partnerId, begun.id, now),
    ],
  };
};

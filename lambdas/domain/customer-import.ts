import type { CustomerChanges } from './customer.ts';
import type { ErrorCode, Problem } from '../kernel/errors.ts';
import { day, isoOf, type Milliseconds } from '../kernel/time.ts';

export const importStatuses = ['running', 'completed', 'failed'] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** What became of the rows of an import. */
export interface ImportCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
}

/** An import as the API shows it. */
export interface CustomerImport extends ImportCounts {
  readonly id: string;
  readonly status: ImportStatus;
  readonly total: number;
  readonly started_at: string;
  readonly finished_at: string | null;
}

/** How long an import can be read after its beginning. */
export const importLifetime: Milliseconds = 30 * day;

/** The fields of an upsert. An omitted field is not changed. */
export type UpsertFields = CustomerChanges & {
  readonly external_customer_id: string;
  readonly customer_name: string;
};

/** A valid row; `index` is its place in the call, from 0. */
export interface ImportRow {
  readonly index: number;
  readonly fields: UpsertFields;
}

/** Why a row fails. */
export const rowErrors = ['validation_failed', 'customer_merged', 'invalid_state'] as const satisfies ErrorCode[];
export type RowError = (typeof rowErrors)[number];

/** A row that failed. `external_customer_id` is null where it is not valid, and after an erasure. */
export interface FailedRow {
  readonly index: number;
  readonly external_customer_id: string | null;
  readonly code: RowError;
  readonly details:
    readonly Problem[] | { readonly merged_into?: string | undefined; readonly state?: string | undefined } | null;
}

export const nothingImported: ImportCounts = { created: 0, updated: 0, unchanged: 0, failed: 0 };

export const sumOf = (counts: readonly ImportCounts[]): ImportCounts =>
  counts.reduce(
    (sum, { created, updated, unchanged, failed }) => ({
      created: sum.created + created,
      updated: sum.updated + updated,
      unchanged: sum.unchanged + unchanged,
      failed: sum.failed + failed,
    }),
    nothingImported,
  );

export const newImport = (id: string, total: number, failed: number, now: Milliseconds): CustomerImport => ({
  id,
  status: 'running',
  total,
  ...nothingImported,
  failed,
  started_at: isoOf(now),
  finished_at: null,
});

const externalIdOf = ({ fields }: ImportRow): string => fields.external_customer_id;

/** The rows with those of one customer side by side, in their order. */
export const groupedByCustomer = (rows: readonly ImportRow[]): readonly ImportRow[] =>
  Array.from(Map.groupBy(rows, externalIdOf).values()).flat();

/** Whether both rows are about one customer, so that the second one must follow the first. */
export const isSameCustomer = (one: ImportRow | undefined, other: ImportRow | undefined): boolean =>
  one !== undefined && other !== undefined && externalIdOf(one) === externalIdOf(other);

/**
 * A row takes four writes of a commit at most: the customer, its external id, the entry and the change for the search index. A commit
 * has 100.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
export const rowsInCommit = 22;

/** The first row of each customer, as many as can be committed together, and the rest. */
export const firstOfEach = (
  rows: readonly ImportRow[],
): { readonly first: readonly ImportRow[]; readonly later: readonly ImportRow[] } => {
  const isFirst = (row: ImportRow, at: number): boolean => !isSameCustomer(rows[at - 1], row);
  const first = new Set(rows.filter(isFirst).slice(0, rowsInCommit));
  return { first: Array.from(first), later: rows.filter((row) => !first.has(row)) };
};

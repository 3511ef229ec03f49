import { upsertOf, type Upsert } from '../../api/customer-upsert.ts';
import type { PartnerTerms } from '../../domain/access.ts';
import {
  firstOfEach,
  nothingImported,
  rowErrors,
  type FailedRow,
  type ImportRow,
  type RowError,
} from '../../domain/customer-import.ts';
import type { Customer } from '../../domain/customer.ts';
import type { MergeEnds } from '../../domain/customer-rules.ts';
import { isForgotten } from '../../domain/erasure.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Cause } from '../../domain/history.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { findByExternalIds, type CustomerRecord } from '../../store/customers/customers.ts';
import { readMergeEnds } from '../../store/customers/merge-ends.ts';
import { rowDetails } from '../../store/imports/failed-rows.ts';
import { leaveRowsClause, readBatch, type ImportBatch } from '../../store/imports/import-batches.ts';
import { resultClause, type ImportResult } from '../../store/imports/import-results.ts';
import { commit, persist, type Clause } from '../../store/table/commit.ts';
import { newRecordsClauses } from '../../store/table/span-counts.ts';
import type { ImportDeps } from './import-deps.ts';

/** An import whose rows are carried out. */
export interface ImportCall {
  readonly partnerId: string;
  readonly cause: Cause;
  readonly terms: PartnerTerms;
}

const isRowError = (code: string): code is RowError => rowErrors.some((known) => known === code);

/** A customer that is being erased is not named. */
const refusalOf = ({ index, fields }: ImportRow, record: CustomerRecord | undefined, error: unknown): FailedRow => {
  if (!(error instanceof ServiceError) || !isRowError(error.code)) throw error;
  const isNamed = record === undefined || !isForgotten(record.customer.status);
  const external_customer_id = isNamed ? fields.external_customer_id : null;
  return { index, external_customer_id, code: error.code, details: rowDetails.parse(error.details ?? null) };
};

export const customersOf = (records: ReadonlyMap<string, CustomerRecord>): readonly Customer[] =>
  Array.from(records.values(), ({ customer }) => customer);

/** What each row does to its record, with the clauses that would write it. */
export const carryOut = (
  deps: Pick<ImportDeps, 'table' | 'newId'>,
  { partnerId, cause, terms }: ImportCall,
  rows: readonly ImportRow[],
  records: ReadonlyMap<string, CustomerRecord>,
  ends: MergeEnds,
  now: Milliseconds,
): readonly (Upsert | FailedRow)[] =>
  rows.map((row) => {
    const record = records.get(row.fields.external_customer_id);
    try {
      const call = { caller: { terms }, partnerId, now, cause, claim: null };
      return upsertOf(deps, call, record ?? null, row.fields, ends);
    } catch (error) {
      return refusalOf(row, record, error);
    }
  });

export const resultOf = (outcomes: readonly (Upsert | FailedRow)[]): ImportResult => {
  const counts = { ...nothingImported };
  for (const it of outcomes) counts['outcome' in it ? it.outcome : 'failed'] += 1;
  return { counts, failures: outcomes.filter((it) => 'code' in it) };
};

/** The first row of each customer of a batch in one commit, which leaves the others. @throws Contended */
const step = async (deps: ImportDeps, call: ImportCall, batch: ImportBatch): Promise<boolean> => {
  const { table } = deps;
  const { partnerId } = call;
  const { first, later } = firstOfEach(batch.rows);
  const externalIds = first.map(({ fields }) => fields.external_customer_id);
  const records = await findByExternalIds(table, partnerId, externalIds);
  const ends = await readMergeEnds(table, partnerId, customersOf(records));
  const now = deps.clock();
  const outcomes = carryOut(deps, call, first, records, ends, now);
  const upserts = outcomes.filter((it) => 'outcome' in it);
  const created = upserts.filter(({ outcome }) => outcome === 'created').map(({ customer }) => customer.customer_id);
  const statuses = created.map(() => 'active');
  const clauses: readonly Clause[] = [
    leaveRowsClause(table, partnerId, batch, later, now),
    resultClause(table, partnerId, batch.importId, `${batch.number}#${batch.revision}`, resultOf(outcomes), now),
    ...upserts.flatMap((upsert) => upsert.clauses),
    ...newRecordsClauses(table, partnerId, 'C', created, statuses),
  ];
  await commit(table, clauses);
  return later.length > 0;
};

/**
 * Carries out the rows of a batch. Each commit deletes its rows from the batch, so that none is carried out twice.
 * Another commit of one of the customers, or another worker, has the batch read again.
 */
export const carryOutBatch = async (deps: ImportDeps, call: ImportCall, given: ImportBatch): Promise<void> => {
  let known: ImportBatch | null = given;
  for (let isLeft = true; isLeft;) {
    isLeft = await persist(deps.retryPolicy, async () => {
      const batch = known ?? (await readBatch(deps.table, call.partnerId, given));
      known = null;
      return batch !== null && (await step(deps, call, batch));
    });
  }
};

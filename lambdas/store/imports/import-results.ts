import * as z from 'zod/mini';
import { sumOf, type FailedRow, type ImportCounts } from '../../domain/customer-import.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { contended, type Clause } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import type { Key } from '../table/keys.ts';
import { packFailures, unpackFailures } from './failed-rows.ts';
import { importKeys } from './import-keys.ts';
import { creationClause } from '../table/put-clause.ts';
import { queryAll } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';
import { importExpiry } from './import-records.ts';

/** What became of some rows of an import. It is written in the commit that carries them out, and never counted twice. */
export interface ImportResult {
  readonly counts: ImportCounts;
  readonly failures: readonly FailedRow[];
}

const resultItem = z.object({
  pk: z.string(),
  sk: z.string(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  failed: z.number(),
  failures: z.optional(z.instanceof(Uint8Array)),
});

interface StoredResult extends ImportResult {
  readonly key: Key;
  readonly bytes: Uint8Array | undefined;
}

const resultOf = (item: Item): StoredResult => {
  const { pk, sk, failures: bytes, ...counts } = resultItem.parse(item);
  return { key: { pk, sk }, counts, bytes, failures: bytes === undefined ? [] : unpackFailures(bytes) };
};

/** Stores a result. @param name unique within the import */
export const resultClause = (
  table: Table,
  partnerId: string,
  importId: string,
  name: string,
  { counts, failures }: ImportResult,
  now: Milliseconds,
): Clause =>
  creationClause(
    table,
    'the result is new',
    {
      ...importKeys.result(partnerId, importId, name),
      ...counts,
      ...(failures.length > 0 && { failures: packFailures(failures) }),
      ttl: importExpiry(now),
    },
    contended,
  );

const readStored = async (table: Table, partnerId: string, importId: string): Promise<readonly StoredResult[]> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': importKeys.result(partnerId, importId, '').pk },
    ConsistentRead: true,
  });
  return items.map(resultOf);
};

/** The results so far: the sums, and the failed rows in their order. */
export const readResults = async (table: Table, partnerId: string, importId: string): Promise<ImportResult> => {
  const results = await readStored(table, partnerId, importId);
  return {
    counts: sumOf(results.map(({ counts }) => counts)),
    failures: results.flatMap(({ failures }) => failures).toSorted((one, other) => one.index - other.index),
  };
};

/** Removes an external id from the failed rows of an import. @returns false when another erasure changed one meanwhile */
export const forgetInResults = async (
  table: Table,
  partnerId: string,
  importId: string,
  externalId: string,
): Promise<boolean> => {
  let isDone = true;
  for (const { key, bytes, failures } of await readStored(table, partnerId, importId)) {
    if (!failures.some((row) => row.external_customer_id === externalId)) continue;
    const without = failures.map((row) =>
      row.external_customer_id === externalId ? { ...row, external_customer_id: null } : row,
    );
    const { kind } = await tryUpdate(table, {
      Key: { ...key },
      UpdateExpression: 'SET failures = :without',
      ConditionExpression: 'failures = :read',
      ExpressionAttributeValues: { ':without': packFailures(without), ':read': bytes },
    });
    if (kind === 'refused') isDone = false;
  }
  return isDone;
};

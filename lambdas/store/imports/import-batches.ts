import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { importLifetime, type ImportRow } from '../../domain/customer-import.ts';
import { seconds, type Milliseconds } from '../../kernel/time.ts';
import { contended, type Clause } from '../table/commit.ts';
import { batchIn, endOfImport, importKeys, waitingPrefix } from './import-keys.ts';
import { packRows, unpackRows } from './import-rows.ts';
import { creationClause } from '../table/put-clause.ts';
import { queryPages } from '../table/query.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

/** Rows of an import that wait. They are deleted in the commit that carries them out. */
export interface ImportBatch {
  readonly importId: string;
  readonly number: number;
  /** Whether its first row is about the customer of the previous batch's last row. */
  readonly follows: boolean;
  /** Rows of one customer are side by side. */
  readonly rows: readonly ImportRow[];
  readonly revision: number;
}

const batchItem = z.object({
  sk: z.string(),
  rows: z.instanceof(Uint8Array),
  follows: z.boolean(),
  revision: z.number(),
});

const batchOf = (item: Item): ImportBatch => {
  const { sk, rows, follows, revision } = batchItem.parse(item);
  return { ...batchIn(sk), follows, revision, rows: unpackRows(rows) };
};

/** Longer than any import takes. */
const expiry = (now: Milliseconds): number => seconds(now + 2 * importLifetime);

const itemOf = (partnerId: string, batch: ImportBatch, now: Milliseconds): Item => ({
  ...importKeys.batch(partnerId, batch.importId, batch.number),
  rows: packRows(batch.rows),
  follows: batch.follows,
  revision: batch.revision,
  ttl: expiry(now),
});

export const batchClause = (table: Table, partnerId: string, batch: ImportBatch, now: Milliseconds): Clause =>
  creationClause(table, 'the batch is new', itemOf(partnerId, batch, now));

/** Stands behind the batches of an import, so that its end is not missed. */
export const endMarkClause = (table: Table, partnerId: string, importId: string, now: Milliseconds): Clause =>
  creationClause(table, 'the import has no end', { ...importKeys.end(partnerId, importId), ttl: expiry(now) });

export const dropEndMarkClause = (table: Table, partnerId: string, importId: string): Clause => ({
  name: 'the import has not ended',
  write: {
    Delete: {
      TableName: table.name,
      Key: { ...importKeys.end(partnerId, importId) },
      ConditionExpression: 'attribute_exists(pk)',
    },
  },
  refuse: contended,
});

/** Leaves only these rows of a batch, or deletes it. @throws Contended when another worker carried out some of its rows */
export const leaveRowsClause = (
  table: Table,
  partnerId: string,
  batch: ImportBatch,
  rows: readonly ImportRow[],
  now: Milliseconds,
): Clause => {
  const condition = {
    TableName: table.name,
    ConditionExpression: 'revision = :read',
    ExpressionAttributeValues: { ':read': batch.revision },
  };
  const next = { ...batch, rows, revision: batch.revision + 1 };
  return {
    name: 'the rows wait',
    write:
      rows.length === 0
        ? { Delete: { ...condition, Key: { ...importKeys.batch(partnerId, batch.importId, batch.number) } } }
        : { Put: { ...condition, Item: { ...itemOf(partnerId, next, now) } } },
    refuse: contended,
  };
};

/** A batch as it is now; null when all its rows were carried out. */
export const readBatch = async (
  table: Table,
  partnerId: string,
  { importId, number }: Pick<ImportBatch, 'importId' | 'number'>,
): Promise<ImportBatch | null> => {
  const item = await getItem(table, importKeys.batch(partnerId, importId, number));
  return item === undefined ? null : batchOf(item);
};

/** What is next for a partner: batches of its oldest import, in their order; none when only its end is left. */
export interface NextBatches {
  readonly importId: string;
  readonly batches: readonly ImportBatch[];
}

const sortKey = z.object({ sk: z.string() });
const isEnd = (item: Item): boolean => sortKey.parse(item).sk.endsWith(endOfImport);

/** @param importId of one import; empty for all */
const waiting = (partnerId: string, importId = '') => ({
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :rows)',
  ExpressionAttributeValues: { ':pk': importKeys.head(partnerId).pk, ':rows': `${waitingPrefix}${importId}` },
  ConsistentRead: true,
});

/** @param most batches */
export const readNextBatches = async (table: Table, partnerId: string, most: number): Promise<NextBatches | null> => {
  const { Items: items = [] } = await table.client.send(
    new QueryCommand({ TableName: table.name, ...waiting(partnerId), Limit: most }),
  );
  const [first] = items;
  if (first === undefined) return null;
  const { importId } = batchIn(sortKey.parse(first).sk);
  const own = items.filter((item) => batchIn(sortKey.parse(item).sk).importId === importId);
  return { importId, batches: own.filter((item) => !isEnd(item)).map(batchOf) };
};

/** The waiting batches of a partner, or of one import, page after page. */
export async function* waitingBatches(
  table: Table,
  partnerId: string,
  importId?: string,
): AsyncGenerator<readonly ImportBatch[]> {
  for await (const page of queryPages(table, waiting(partnerId, importId))) {
    yield page.filter((item) => !isEnd(item)).map(batchOf);
  }
}

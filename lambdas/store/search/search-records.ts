import * as z from 'zod/mini';
import { customerStatuses } from '../../domain/customer.ts';
import { after } from '../../domain/search/search-plan.ts';
import { type SearchRow } from '../../domain/search/search-row.ts';
import { placesUntil, type Sizes } from '../../domain/size.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { keys, recordPartition } from '../table/keys.ts';
import { queryPages, type Query } from '../table/query.ts';
import { findItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

const rowItem = z.object({
  sk: z.string(),
  status: z.enum(customerStatuses),
  search: z.string(),
  digits: z.string(),
});

/** The searchable part of a record in its current state. */
export interface ReadRow extends SearchRow {
  readonly text: string;
}

const rowOf = (item: Item): ReadRow => {
  const { sk: id, status, search: text, digits } = rowItem.parse(item);
  return { id, status, text, digits };
};

/** Records of one partition from an id up to an id, the oldest first. */
const rowsQuery = (partition: string, from: string, to: string): Query => ({
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
  ProjectionExpression: 'sk, #status, #search, digits',
  ExpressionAttributeNames: { '#status': 'status', '#search': 'search' },
  ExpressionAttributeValues: { ':pk': partition, ':from': from, ':to': to },
  ConsistentRead: true,
});

interface RowsOfPlace {
  readonly rows: readonly ReadRow[];
  readonly isWhole: boolean;
}

const readPlace = async (table: Table, query: Query, most: number): Promise<RowsOfPlace> => {
  const rows: ReadRow[] = [];
  for await (const page of queryPages(table, { ...query, Limit: most })) {
    rows.push(...page.map(rowOf));
    if (rows.length >= most) return { rows, isWhole: false };
  }
  return { rows, isWhole: true };
};

/** Customers in the order of their ids. */
export interface SomeRows {
  readonly rows: readonly ReadRow[];
  /** All customers of the range below it have been read. */
  readonly covered: string;
  readonly isWhole: boolean;
}

/**
 * The next customers of a range, read from the records of all partitions.
 * @param most the approximate number that is read of each partition
 */
export const readRows = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  now: Milliseconds,
  range: { readonly from: string; readonly to: string },
  most: number,
): Promise<SomeRows> => {
  const { from, to } = range;
  if (from >= to) return { rows: [], covered: from, isWhole: true };
  const places = await Promise.all(
    placesUntil(sizes, now).map((place) =>
      readPlace(table, rowsQuery(recordPartition(partnerId, 'C', place), from, to), most),
    ),
  );
  // Records after the last one of a partition that was not read to its end are unknown.
  const ends = places.flatMap(({ rows, isWhole }) => (isWhole ? [] : [rows.at(-1)?.id ?? from]));
  const end = ends.toSorted().at(0);
  const rows = places.flatMap((place) => place.rows).sort((left, right) => (left.id < right.id ? -1 : 1));
  return end === undefined
    ? { rows, covered: to, isWhole: true }
    : { rows: rows.filter(({ id }) => id <= end), covered: after(end), isWhole: false };
};

/** The rows of some customers, read from their records. */
export const readRowsOf = async (
  table: Table,
  partnerId: string,
  ids: readonly string[],
): Promise<readonly ReadRow[]> =>
  (
    await findItems(
      table,
      ids.map((id) => keys.customer(partnerId, id)),
      true,
    )
  ).map(rowOf);

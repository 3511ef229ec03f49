import { after } from '../../domain/search/search-plan.ts';
import { isFound, type SearchFilter, type SearchRow } from '../../domain/search/search-row.ts';
import { placesUntil, type Sizes } from '../../domain/size.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { keys, recordPartition, type Key } from '../table/keys.ts';
import { readEvery } from '../table/ordered-list.ts';
import { partnerRecords } from '../table/partner-records.ts';
import { queryPages, type Query } from '../table/query.ts';
import { findItems } from '../table/read.ts';
import type { Table } from '../table/table.ts';
import type { SearchedKind } from './search-keys.ts';
import type { SearchedRecords } from './searched-records.ts';

/** A query that returns only the attributes of rows. */
const rowsOnly = ({
  attributes,
}: SearchedRecords): Pick<Query, 'ProjectionExpression' | 'ExpressionAttributeNames'> => ({
  ProjectionExpression: ['sk', '#status', ...attributes.map((_, index) => `#a${index}`)].join(', '),
  ExpressionAttributeNames: {
    '#status': 'status',
    ...Object.fromEntries(attributes.map((name, index) => [`#a${index}`, name])),
  },
});

/** Records of one partition from an id up to an id, the oldest first. */
const rowsQuery = (records: SearchedRecords, partition: string, from: string, to: string): Query => ({
  ...rowsOnly(records),
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
  ExpressionAttributeValues: { ':pk': partition, ':from': from, ':to': to },
  ConsistentRead: true,
});

interface RowsOfPlace {
  readonly rows: readonly SearchRow[];
  readonly isWhole: boolean;
}

const readPlace = async (
  table: Table,
  { rowOf }: SearchedRecords,
  query: Query,
  most: number,
): Promise<RowsOfPlace> => {
  const rows: SearchRow[] = [];
  for await (const page of queryPages(table, { ...query, Limit: most })) {
    rows.push(...page.map(rowOf));
    if (rows.length >= most) return { rows, isWhole: false };
  }
  return { rows, isWhole: true };
};

/** Records in the order of their ids. */
export interface SomeRows {
  readonly rows: readonly SearchRow[];
  /** All records of the range below it have been read. */
  readonly covered: string;
  readonly isWhole: boolean;
}

/**
 * The next records of a range, read from all partitions.
 * @param most the approximate number that is read of each partition
 */
export const readRows = async (
  table: Table,
  records: SearchedRecords,
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
      readPlace(table, records, rowsQuery(records, recordPartition(partnerId, records.kind, place), from, to), most),
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

/** The key of a record. */
const recordKey = (partnerId: string, kind: SearchedKind, id: string): Key =>
  kind === 'C' ? keys.customer(partnerId, id) : keys.instance(partnerId, id);

/** The rows of some records, read from them. */
export const readRowsOf = async (
  table: Table,
  { kind, rowOf }: SearchedRecords,
  partnerId: string,
  ids: readonly string[],
): Promise<readonly SearchRow[]> => {
  const wanted = ids.map((id) => recordKey(partnerId, kind, id));
  return (await findItems(table, wanted, true)).map(rowOf);
};

/**
 * The ids of the matching records, newest first. Every record with a wanted status is read.
 * @returns the ids, and among how many records they were found
 */
export const scanRecords = async (
  table: Table,
  records: SearchedRecords,
  partnerId: string,
  sizes: Sizes,
  filter: SearchFilter,
): Promise<{ readonly ids: readonly string[]; readonly among: number }> => {
  const { ProjectionExpression, ExpressionAttributeNames } = rowsOnly(records);
  const { found: ids, among } = await readEvery(
    table,
    partnerRecords(partnerId, sizes, records.kind, filter.statuses),
    (query) => ({
      ...query,
      ProjectionExpression,
      ExpressionAttributeNames: { ...query.ExpressionAttributeNames, ...ExpressionAttributeNames },
    }),
    (items) => items.map(records.rowOf).flatMap((row) => (isFound(filter, row) ? [row.id] : [])),
  );
  return { ids, among };
};

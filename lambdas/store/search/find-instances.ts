import { indexedFrom } from '../../domain/search/search-plan.ts';
import { isFound, type SearchFilter } from '../../domain/search/search-row.ts';
import type { Sizes } from '../../domain/size.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { Table } from '../table/table.ts';
import { announceInstanceIndex, readSearchHead } from './search-head.ts';
import { searchIndex } from './search-index.ts';
import { readRowsOf, scanRecords } from './search-records.ts';
import { searchedRecords } from './searched-records.ts';

const records = searchedRecords.I;

/**
 * The ids of the partner's instances that match, newest first: from the index of a partner with many instances, otherwise by
 * reading each. The first search among many announces the index.
 */
export const findInstances = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  now: Milliseconds,
  filter: SearchFilter,
): Promise<readonly string[]> => {
  const indexed = await searchIndex(table, { records, partnerId, sizes, now }, filter);
  if (indexed !== null) return indexed;
  const { ids, among } = await scanRecords(table, records, partnerId, sizes, filter);
  if (among >= indexedFrom && (await readSearchHead(table, partnerId, 'I')) === null) {
    await announceInstanceIndex(table, partnerId, now);
  }
  return ids;
};

/** Those of some instances that match, in the same order. */
export const matchingInstances = async (
  table: Table,
  partnerId: string,
  ids: readonly string[],
  filter: SearchFilter,
): Promise<readonly string[]> => {
  const rows = await readRowsOf(table, records, partnerId, ids);
  const found = new Set(rows.filter((row) => isFound(filter, row)).map(({ id }) => id));
  return ids.filter((id) => found.has(id));
};

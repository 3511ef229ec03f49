import type { PartnerTerms } from '../../domain/access.ts';
import type { Customer, CustomerStatus, SearchTerm } from '../../domain/customer.ts';
import type { Found, ListRequest } from '../../domain/paging.ts';
import { indexedFrom } from '../../domain/search/search-plan.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { customerRecordOf } from '../customers/customers.ts';
import { keys } from '../table/keys.ts';
import { readFoundPage } from '../table/read.ts';
import type { Table } from '../table/table.ts';
import { announceCustomerIndex } from './search-head.ts';
import { searchIndex } from './search-index.ts';
import { scanRecords } from './search-records.ts';
import { searchedRecords } from './searched-records.ts';

const records = searchedRecords.C;

export interface WantedCustomers {
  readonly statuses: ReadonlySet<CustomerStatus>;
  readonly term: SearchTerm;
}

/** A page of the found customers, read from their records. */
export const readCustomers = async (
  table: Table,
  partnerId: string,
  ids: readonly string[],
  request: ListRequest,
): Promise<Found<Customer>> => {
  const found = await readFoundPage(table, ids, (id) => keys.customer(partnerId, id), request);
  return { ...found, items: found.items.map((item) => customerRecordOf(item).customer) };
};

/**
 * A page of the partner's customers that match a term: from the index of a partner with many customers, otherwise by reading
 * each. One round trip more reads the page. The first search among many announces the index.
 */
export const findCustomers = async (
  table: Table,
  partnerId: string,
  { sizes, isIndexed }: PartnerTerms,
  now: Milliseconds,
  wanted: WantedCustomers,
  request: ListRequest,
): Promise<Found<Customer>> => {
  const filter = { ...wanted, wabaId: null };
  const indexed = isIndexed ? await searchIndex(table, { records, partnerId, sizes, now }, filter) : null;
  if (indexed !== null) return readCustomers(table, partnerId, indexed, request);
  const { ids, among } = await scanRecords(table, records, partnerId, sizes, filter);
  const found = await readCustomers(table, partnerId, ids, request);
  if (!isIndexed && among >= indexedFrom) await announceCustomerIndex(table, partnerId, now);
  return found;
};

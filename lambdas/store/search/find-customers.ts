import type { PartnerTerms } from '../../domain/access.ts';
import type { Customer, CustomerStatus, SearchTerm } from '../../domain/customer.ts';
import type { Found, ListRequest } from '../../domain/paging.ts';
import { indexedFrom } from '../../domain/search/search-plan.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { searchCustomers } from '../customers/customer-list.ts';
import { customerRecordOf } from '../customers/customers.ts';
import { keys } from '../table/keys.ts';
import { readFoundPage } from '../table/read.ts';
import type { Table } from '../table/table.ts';
import { announceCustomerIndex } from './search-head.ts';
import { searchIndex, type Searched } from './search-index.ts';
import { searchedRecords } from './searched-records.ts';

export interface WantedCustomers {
  readonly statuses: ReadonlySet<CustomerStatus>;
  readonly term: SearchTerm;
}

/** A page of the matching customers, found with the index and read from the records. @returns null when the index does not answer */
export const findIndexedCustomers = async (
  table: Table,
  searched: Omit<Searched, 'records'>,
  wanted: WantedCustomers,
  request: ListRequest,
): Promise<Found<Customer> | null> => {
  const ids = await searchIndex(table, { ...searched, records: searchedRecords.C }, { ...wanted, wabaId: null });
  if (ids === null) return null;
  const found = await readFoundPage(table, ids, (id) => keys.customer(searched.partnerId, id), request);
  return { ...found, items: found.items.map((item) => customerRecordOf(item).customer) };
};

/**
 * A page of the partner's customers that match a term: from the index of a partner with many customers, otherwise by reading
 * each. The first search among many announces the index.
 */
export const findCustomers = async (
  table: Table,
  partnerId: string,
  { sizes, isIndexed }: PartnerTerms,
  now: Milliseconds,
  wanted: WantedCustomers,
  request: ListRequest,
): Promise<Found<Customer>> => {
  const indexed = isIndexed ? await findIndexedCustomers(table, { partnerId, sizes, now }, wanted, request) : null;
  if (indexed !== null) return indexed;
  const { found, among } = await searchCustomers(table, partnerId, sizes, wanted.statuses, wanted.term, request);
  if (!isIndexed && among >= indexedFrom) await announceCustomerIndex(table, partnerId, now);
  return found;
};

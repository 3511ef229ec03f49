import type { PartnerTerms } from '../../domain/access.ts';
import type { Customer } from '../../domain/customer.ts';
import type { Page, PageRequest } from '../../domain/paging.ts';
import { indexedFrom } from '../../domain/search/search-plan.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { searchCustomers } from '../customers/customer-list.ts';
import type { Table } from '../table/table.ts';
import { announceSearchIndex } from './search-head.ts';
import { searchIndex, type Wanted } from './search-index.ts';

/**
 * A page of the partner's customers that match a term: from the index of a partner with many customers, otherwise by reading
 * each. The first search among many announces the index.
 */
export const findCustomers = async (
  table: Table,
  partnerId: string,
  { sizes, isIndexed }: PartnerTerms,
  now: Milliseconds,
  wanted: Wanted,
  request: PageRequest,
): Promise<Page<Customer>> => {
  const indexed = isIndexed ? await searchIndex(table, { partnerId, sizes, now }, wanted, request) : null;
  if (indexed !== null) return indexed;
  const { page, among } = await searchCustomers(table, partnerId, sizes, wanted.statuses, wanted.term, request);
  if (!isIndexed && among >= indexedFrom) await announceSearchIndex(table, partnerId, now);
  return page;
};

import type { Customer, CustomerStatus } from '../../domain/customer.ts';
import type { Found, ListRequest } from '../../domain/paging.ts';
import type { Sizes } from '../../domain/size.ts';
import { customerRecordOf } from './customers.ts';
import { readOrderedPage } from '../table/ordered-list.ts';
import { partnerRecords } from '../table/partner-records.ts';
import type { Table } from '../table/table.ts';

/** A page of the partner's customers, newest first. */
export const listCustomers = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  wanted: ReadonlySet<CustomerStatus>,
  request: ListRequest,
): Promise<Found<Customer>> => {
  const found = await readOrderedPage(table, partnerRecords(partnerId, sizes, 'C', wanted), request);
  return { ...found, items: found.items.map((item) => customerRecordOf(item).customer) };
};

import * as z from 'zod/mini';
import type { Customer, CustomerStatus, SearchTerm } from '../../domain/customer.ts';
import type { Found, ListRequest } from '../../domain/paging.ts';
import type { Sizes } from '../../domain/size.ts';
import { customerRecordOf } from './customers.ts';
import { keys, type Key } from '../table/keys.ts';
import { readEvery, readOrderedPage } from '../table/ordered-list.ts';
import { partnerRecords } from '../table/partner-records.ts';
import { type Query } from '../table/query.ts';
import { readFoundPage } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

const matching = (query: Query, term: SearchTerm): Query => {
  const digits = term.digits.map((_, form) => ` OR contains(digits, :digits${form})`).join('');
  return {
    ...query,
    FilterExpression: `${query.FilterExpression ?? ''} AND (contains(#search, :term)${digits})`,
    ProjectionExpression: 'sk',
    ExpressionAttributeNames: { ...query.ExpressionAttributeNames, '#search': 'search' },
    ExpressionAttributeValues: {
      ...query.ExpressionAttributeValues,
      ':term': term.text,
      ...Object.fromEntries(term.digits.map((value, form) => [`:digits${form}`, value] as const)),
    },
  };
};

const customerOf = (item: Item): Customer => customerRecordOf(item).customer;

/** A page of the partner's customers, newest first. */
export const listCustomers = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  wanted: ReadonlySet<CustomerStatus>,
  request: ListRequest,
): Promise<Found<Customer>> => {
  const found = await readOrderedPage(table, partnerRecords(partnerId, sizes, 'C', wanted), request);
  return { ...found, items: found.items.map(customerOf) };
};

const idItem = z.object({ sk: z.string() });

/**
 * A page of the customers that match a term. Every customer is read, and one round trip more reads the page.
 * @returns the page, and among how many customers it was found
 */
export const searchCustomers = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  wanted: ReadonlySet<CustomerStatus>,
  term: SearchTerm,
  request: ListRequest,
): Promise<{ readonly found: Found<Customer>; readonly among: number }> => {
  const records = partnerRecords(partnerId, sizes, 'C', wanted);
  const { items: matches, among } = await readEvery(table, records, (query) => matching(query, term));
  const keyOf = (match: Item): Key => keys.customer(partnerId, idItem.parse(match).sk);
  const found = await readFoundPage(table, matches, keyOf, request);
  return { found: { ...found, items: found.items.map(customerOf) }, among };
};

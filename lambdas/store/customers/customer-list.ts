import * as z from 'zod/mini';
import type { Customer, CustomerStatus, SearchTerm } from '../../domain/customer.ts';
import { segments, totalOf } from '../../domain/directory.ts';
import { firstIndexOf, pageOf, type Page, type PageRequest } from '../../domain/paging.ts';
import type { Sizes } from '../../domain/size.ts';
import { customerRecordOf } from './customers.ts';
import { keys } from '../table/keys.ts';
import { inRange, newestOf, readOrderedPage } from '../table/ordered-list.ts';
import { partnerRecords } from '../table/partner-records.ts';
import { type Query } from '../table/query.ts';
import { getItems } from '../table/read.ts';
import { readCounts } from '../table/span-counts.ts';
import type { Item, Table } from '../table/table.ts';

/** A segment of a search reads about this many customers: well under DynamoDB's page of 1 MB. */
const segmentSize = 800;

const matching = (query: Query, term: SearchTerm): Query => {
  const digits = term.digits === null ? '' : ' OR contains(digits, :digits)';
  return {
    ...query,
    FilterExpression: `${query.FilterExpression ?? ''} AND (contains(#search, :term)${digits})`,
    ProjectionExpression: 'sk',
    ExpressionAttributeNames: { ...query.ExpressionAttributeNames, '#search': 'search' },
    ExpressionAttributeValues: {
      ...query.ExpressionAttributeValues,
      ':term': term.text,
      ...(term.digits === null ? {} : { ':digits': term.digits }),
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
  request: PageRequest,
): Promise<Page<Customer>> => {
  const { total, items } = await readOrderedPage(table, partnerRecords(partnerId, sizes, 'C', wanted), request);
  return pageOf(request, total, items.map(customerOf));
};

const idItem = z.object({ sk: z.string() });

/**
 * A page of the customers that match a term. Every customer is read, in segments that are read in parallel:
 * one round trip for the coarse counts, one for the fine counts, one for the segments, one for the page.
 * @returns the page, and among how many customers
 */
export const searchCustomers = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  wanted: ReadonlySet<CustomerStatus>,
  term: SearchTerm,
  request: PageRequest,
): Promise<{ readonly page: Page<Customer>; readonly among: number }> => {
  const records = partnerRecords(partnerId, sizes, 'C', wanted);
  const coarse = await readCounts(table, records, 'C', '');
  const spans = await Promise.all(
    coarse.map((span) =>
      span.count > segmentSize ? readCounts(table, records, 'F', span.prefix) : Promise.resolve([span]),
    ),
  );
  const ranges = segments(spans.flat(), segmentSize);
  const matches = await Promise.all(
    ranges.map((range) =>
      newestOf(
        table,
        inRange(records, range).map((query) => matching(query, term)),
      ),
    ),
  );
  const ids = matches.flat().map((item) => idItem.parse(item).sk);
  const first = firstIndexOf(request);
  const shown = ids.slice(first, first + request.pageSize).map((id) => keys.customer(partnerId, id));
  const items = (await getItems(table, shown)).filter((item) => item !== undefined);
  return { page: pageOf(request, ids.length, items.map(customerOf)), among: totalOf(coarse) };
};

import * as z from 'zod/mini';
import { searchTermOf } from '../../../domain/customer.ts';
import type { Found, ListRequest } from '../../../domain/paging.ts';
import type { SearchFilter } from '../../../domain/search/search-row.ts';
import type { Sizes } from '../../../domain/size.ts';
import { instanceStatuses } from '../../../domain/states/instance-states.ts';
import type { Milliseconds } from '../../../kernel/time.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { instancesOf } from '../../../store/instances/customer-instances.ts';
import { instancesWithNumber } from '../../../store/instances/instances.ts';
import { findInstances, matchingInstances } from '../../../store/search/find-instances.ts';
import { keys } from '../../../store/table/keys.ts';
import { readOrderedPage } from '../../../store/table/ordered-list.ts';
import { partnerRecords } from '../../../store/table/partner-records.ts';
import { readFoundPage } from '../../../store/table/read.ts';
import type { Item, Table } from '../../../store/table/table.ts';
import { searchText } from '../../fields.ts';
import { foundInstances } from '../../instance-read.ts';
import { listing, listingOf, listKeys, pageOrCursor, sinceByCursor, updatedOf, updatedSince } from '../../listing.ts';
import { operation } from '../../operation.ts';
import { listOf } from '../../resources/page.ts';
import { foundInstanceView } from '../../resources/instance.ts';
import { customerSelector, namesCustomer, numberSelector, unaliased } from '../../selectors.ts';
import { wabaIdOf, wabaIdSelector } from '../../waba-scope.ts';

const input = z
  .object({
    ...listing(),
    search: z.optional(searchText),
    status: z.optional(z.enum(instanceStatuses)),
    ...wabaIdSelector,
    ...customerSelector,
    ...numberSelector,
    ...updatedSince,
  })
  .check(pageOrCursor, sinceByCursor);

/** Of a customer with more instances, those are found as the partner's are. */
const fewInstances = 100;

interface Asked {
  readonly table: Table;
  readonly partnerId: string;
  readonly sizes: Sizes;
  readonly now: Milliseconds;
  readonly filter: SearchFilter;
}

const isByStatusOnly = ({ term, wabaId }: SearchFilter): boolean => term === null && wabaId === null;

/** What restricts the search to some instances: their customer, their number or both; null for none. */
const readCandidates = async (table: Table, partnerId: string, given: z.output<typeof input>) => {
  const { platform_phone_number_id: number } = given;
  const numbered = typeof number === 'string' ? await instancesWithNumber(table, partnerId, number) : null;
  if (!namesCustomer(given)) return numbered;
  const { customer } = await requireCustomer(table, partnerId, unaliased(given), null);
  const own = await instancesOf(table, partnerId, customer.customer_id);
  return own.filter(({ instanceId }) => numbered?.some((one) => one.instanceId === instanceId) ?? true);
};
type Candidates = Awaited<ReturnType<typeof readCandidates>>;

/** The ids of those instances that match, newest first. */
const idsAmong = async (asked: Asked, candidates: NonNullable<Candidates>): Promise<readonly string[]> => {
  const { table, partnerId, sizes, now, filter } = asked;
  const ids = candidates.filter(({ status }) => filter.statuses.has(status)).map(({ instanceId }) => instanceId);
  if (isByStatusOnly(filter)) return ids;
  if (ids.length <= fewInstances) return matchingInstances(table, partnerId, ids, filter);
  const listed = new Set(ids);
  return (await findInstances(table, partnerId, sizes, now, filter)).filter((id) => listed.has(id));
};

/** The records of a page and the exact total. */
const readPage = async (asked: Asked, candidates: Candidates, request: ListRequest): Promise<Found<Item>> => {
  const { table, partnerId, sizes, now, filter } = asked;
  if (candidates === null && isByStatusOnly(filter)) {
    return readOrderedPage(table, partnerRecords(partnerId, sizes, 'I', filter.statuses), request);
  }
  const ids =
    candidates === null ? await findInstances(table, partnerId, sizes, now, filter) : await idsAmong(asked, candidates);
  return readFoundPage(table, ids, (id) => keys.instance(partnerId, id), request);
};

/** Returns a page of the partner's instances that match all filters, newest first, with the names of their customers. */
export const searchInstances = operation({
  input,
  output: listOf(foundInstanceView, {}),
  errors: ['not_found', 'conflicting_selectors'],
  run: async ({ table }, call, given) => {
    const { partnerId, caller, now } = call;
    const { request, answer } = listingOf('search-partner-instances', call, given, listKeys.id);
    const statuses = new Set<string>(given.status === undefined ? instanceStatuses : [given.status]);
    const filter = { statuses, term: searchTermOf(given.search ?? ''), wabaId: wabaIdOf(given) ?? null };
    const asked = { table, partnerId, sizes: caller.terms.sizes, now, filter };
    const found = await readPage(asked, await readCandidates(table, partnerId, given), request);
    const items = await foundInstances(table, partnerId, found.items, now);
    return call.answer(200, answer(updatedOf(given, { ...found, items })));
  },
});

import * as z from 'zod/mini';
import { customerStatuses, searchTermOf, statusesOnRequest, type CustomerStatus } from '../../../domain/customer.ts';
import { listCustomers as list } from '../../../store/customers/customer-list.ts';
import { findCustomers } from '../../../store/search/find-customers.ts';
import { queryFlag, searchText } from '../../fields.ts';
import { listing, listingOf, listKeys, pageOrCursor, sinceByCursor, updatedOf, updatedSince } from '../../listing.ts';
import { operation } from '../../operation.ts';
import { customerView } from '../../resources/customer.ts';
import { listOf } from '../../resources/page.ts';

const input = z
  .object({
    ...listing(),
    search: z.optional(searchText),
    status: z.optional(z.enum(customerStatuses)),
    include_merged: queryFlag,
    include_erased: queryFlag,
    ...updatedSince,
  })
  .check(pageOrCursor, sinceByCursor);

/** Without a status filter, merged and erased customers are listed on request only. */
const wantedStatuses = (given: z.output<typeof input>): ReadonlySet<CustomerStatus> => {
  if (given.status !== undefined) return new Set([given.status]);
  return new Set(
    customerStatuses.filter(
      (status) =>
        !statusesOnRequest.has(status) ||
        (status === 'merged' && given.include_merged) ||
        (status === 'erased' && given.include_erased),
    ),
  );
};

/** Returns a page of the partner's customers, newest first. */
export const listCustomers = operation({
  input,
  output: listOf(customerView, {}),
  run: async (deps, call, given) => {
    const statuses = wantedStatuses(given);
    const { request, answer } = listingOf('list-partner-customers', call, given, listKeys.id);
    const { terms } = call.caller;
    const term = searchTermOf(given.search ?? '');
    const found =
      term === null
        ? await list(deps.table, call.partnerId, terms.sizes, statuses, request)
        : await findCustomers(deps.table, call.partnerId, terms, call.now, { statuses, term }, request);
    return call.answer(200, answer(updatedOf(given, found)));
  },
});

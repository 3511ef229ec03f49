import * as z from 'zod/mini';
import { listItemOf, type Instance } from '../../../domain/instance.ts';
import { instanceStatuses, type InstanceStatus } from '../../../domain/states/instance-states.ts';
import type { Found, ListRequest } from '../../../domain/paging.ts';
import type { Sizes } from '../../../domain/size.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { instancesOf } from '../../../store/instances/customer-instances.ts';
import { instanceRecordOf } from '../../../store/instances/instances.ts';
import { keys } from '../../../store/table/keys.ts';
import { readOrderedPage } from '../../../store/table/ordered-list.ts';
import { partnerRecords } from '../../../store/table/partner-records.ts';
import { readFoundPage } from '../../../store/table/read.ts';
import type { Item, Table } from '../../../store/table/table.ts';
import { listing, listingOf, listKeys, pageOrCursor, sinceByCursor, updatedOf, updatedSince } from '../../listing.ts';
import { operation } from '../../operation.ts';
import { listOf } from '../../resources/page.ts';
import { instanceListItem } from '../../resources/instance.ts';
import { customerAliasSelector, unaliased } from '../../selectors.ts';

const recordOf = (item: Item): Instance => instanceRecordOf(item).instance;

const listAll = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  wanted: ReadonlySet<InstanceStatus>,
  request: ListRequest,
): Promise<Found<Instance>> => {
  const found = await readOrderedPage(table, partnerRecords(partnerId, sizes, 'I', wanted), request);
  return { ...found, items: found.items.map(recordOf) };
};

const listOfCustomer = async (
  table: Table,
  partnerId: string,
  selectors: Parameters<typeof requireCustomer>[2],
  wanted: ReadonlySet<InstanceStatus>,
  request: ListRequest,
): Promise<Found<Instance>> => {
  const { customer } = await requireCustomer(table, partnerId, selectors, null);
  const listed = await instancesOf(table, partnerId, customer.customer_id);
  const instances = listed.filter(({ status }) => wanted.has(status));
  const found = await readFoundPage(
    table,
    instances,
    ({ instanceId }) => keys.instance(partnerId, instanceId),
    request,
  );
  return { ...found, items: found.items.map(recordOf) };
};

/** Returns a page of the instances of the partner, or of one customer, newest first. */
export const listInstances = operation({
  input: z
    .object({ ...customerAliasSelector, ...listing(), status: z.optional(z.enum(instanceStatuses)), ...updatedSince })
    .check(pageOrCursor, sinceByCursor),
  output: listOf(instanceListItem, {}),
  errors: ['not_found', 'conflicting_selectors'],
  run: async (deps, call, given) => {
    const wanted = new Set(given.status === undefined ? instanceStatuses : [given.status]);
    const { request, answer } = listingOf('list-partner-instances', call, given, listKeys.id);
    const selectors = unaliased(given);
    const found =
      selectors.customer_id === undefined && selectors.external_customer_id === undefined
        ? await listAll(deps.table, call.partnerId, call.caller.terms.sizes, wanted, request)
        : await listOfCustomer(deps.table, call.partnerId, selectors, wanted, request);
    const listed = updatedOf(given, found);
    return call.answer(200, answer({ ...listed, items: listed.items.map(listItemOf) }));
  },
});

import * as z from 'zod/mini';
import { listItemOf, type Instance } from '../../../domain/instance.ts';
import { instanceStatuses, type InstanceStatus } from '../../../domain/states/instance-states.ts';
import type { Found, ListRequest } from '../../../domain/paging.ts';
import type { Sizes } from '../../../domain/size.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { instancesOf } from '../../../store/instances/customer-instances.ts';
import { instanceRecordOf, instancesWithNumber } from '../../../store/instances/instances.ts';
import { keys } from '../../../store/table/keys.ts';
import { readOrderedPage } from '../../../store/table/ordered-list.ts';
import { partnerRecords } from '../../../store/table/partner-records.ts';
import { readFoundPage } from '../../../store/table/read.ts';
import type { Item, Table } from '../../../store/table/table.ts';
import { listing, listingOf, listKeys, pageOrCursor, sinceByCursor, updatedOf, updatedSince } from '../../listing.ts';
import { operation } from '../../operation.ts';
import { listOf } from '../../resources/page.ts';
import { instanceListItem } from '../../resources/instance.ts';
import { customerSelector, namesCustomer, numberSelector, unaliased } from '../../selectors.ts';

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

interface ListedInstance {
  readonly instanceId: string;
  readonly status: InstanceStatus;
}

/** The instances of the given customer, or with the given number; null without either. @throws ServiceError not_found */
const instancesAmong = async (
  table: Table,
  partnerId: string,
  given: Parameters<typeof unaliased>[0] & { readonly platform_phone_number_id?: string | null | undefined },
): Promise<readonly ListedInstance[] | null> => {
  const number = given.platform_phone_number_id ?? null;
  const numbered = number === null ? null : await instancesWithNumber(table, partnerId, number);
  if (!namesCustomer(given)) return numbered;
  const { customer } = await requireCustomer(table, partnerId, unaliased(given), null);
  const own = await instancesOf(table, partnerId, customer.customer_id);
  return own.filter(({ instanceId }) => numbered?.some((one) => one.instanceId === instanceId) ?? true);
};

const listFound = async (
  table: Table,
  partnerId: string,
  among: readonly ListedInstance[],
  wanted: ReadonlySet<InstanceStatus>,
  request: ListRequest,
): Promise<Found<Instance>> => {
  const instances = among.filter(({ status }) => wanted.has(status));
  const found = await readFoundPage(
    table,
    instances,
    ({ instanceId }) => keys.instance(partnerId, instanceId),
    request,
  );
  return { ...found, items: found.items.map(recordOf) };
};

/** Returns a page of the instances of the partner, of one customer, or with a number, newest first. */
export const listInstances = operation({
  input: z
    .object({
      ...customerSelector,
      ...numberSelector,
      ...listing(),
      status: z.optional(z.enum(instanceStatuses)),
      ...updatedSince,
    })
    .check(pageOrCursor, sinceByCursor),
  output: listOf(instanceListItem, {}),
  errors: ['not_found', 'conflicting_selectors'],
  run: async (deps, call, given) => {
    const wanted = new Set(given.status === undefined ? instanceStatuses : [given.status]);
    const { request, answer } = listingOf('list-partner-instances', call, given, listKeys.id);
    const among = await instancesAmong(deps.table, call.partnerId, given);
    const found =
      among === null
        ? await listAll(deps.table, call.partnerId, call.caller.terms.sizes, wanted, request)
        : await listFound(deps.table, call.partnerId, among, wanted, request);
    const listed = updatedOf(given, found);
    return call.answer(200, answer({ ...listed, items: listed.items.map(listItemOf) }));
  },
});

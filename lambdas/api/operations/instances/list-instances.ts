import * as z from 'zod/mini';
import { listItemOf, type InstanceListItem } from '../../../domain/instance.ts';
import { instanceStatuses, type InstanceStatus } from '../../../domain/states/instance-states.ts';
import { pageOf as page, type Page, type PageRequest } from '../../../domain/paging.ts';
import type { Sizes } from '../../../domain/size.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { instancesOf } from '../../../store/instances/customer-instances.ts';
import { instanceRecordOf, instancesWithNumber } from '../../../store/instances/instances.ts';
import { keys } from '../../../store/table/keys.ts';
import { readOrderedPage } from '../../../store/table/ordered-list.ts';
import { partnerRecords } from '../../../store/table/partner-records.ts';
import { readFoundPage } from '../../../store/table/read.ts';
import type { Item, Table } from '../../../store/table/table.ts';
import { pageRequestOf, paging } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { pageOf } from '../../resources/page.ts';
import { instanceListItem } from '../../resources/instance.ts';
import { customerSelector, namesCustomer, numberSelector, unaliased } from '../../selectors.ts';

const shown = (item: Item): InstanceListItem => listItemOf(instanceRecordOf(item).instance);

const listAll = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  wanted: ReadonlySet<InstanceStatus>,
  request: PageRequest,
): Promise<Page<InstanceListItem>> => {
  const { total, items } = await readOrderedPage(table, partnerRecords(partnerId, sizes, 'I', wanted), request);
  return page(request, total, items.map(shown));
};

const listFound = async (
  table: Table,
  partnerId: string,
  found: readonly { readonly instanceId: string; readonly status: InstanceStatus }[],
  wanted: ReadonlySet<InstanceStatus>,
  request: PageRequest,
): Promise<Page<InstanceListItem>> => {
  const instances = found.filter(({ status }) => wanted.has(status));
  const { total, items } = await readFoundPage(
    table,
    instances,
    ({ instanceId }) => keys.instance(partnerId, instanceId),
    request,
  );
  return page(request, total, items.map(shown));
};

/** Returns a page of the instances of the partner, of one customer, or with a number, newest first. */
export const listInstances = operation({
  input: z.object({
    ...customerSelector,
    ...numberSelector,
    ...paging(),
    status: z.optional(z.enum(instanceStatuses)),
  }),
  output: pageOf(instanceListItem),
  errors: ['not_found', 'conflicting_selectors'],
  run: async (deps, call, given) => {
    const wanted = new Set(given.status === undefined ? instanceStatuses : [given.status]);
    const request = pageRequestOf(given);
    const { partnerId, caller, answer } = call;
    const number = given.platform_phone_number_id ?? null;
    if (!namesCustomer(given) && number === null)
      return answer(200, await listAll(deps.table, partnerId, caller.terms.sizes, wanted, request));
    const numbered = number === null ? null : await instancesWithNumber(deps.table, partnerId, number);
    if (!namesCustomer(given))
      return answer(200, await listFound(deps.table, partnerId, numbered ?? [], wanted, request));
    const { customer } = await requireCustomer(deps.table, partnerId, unaliased(given), null);
    const own = await instancesOf(deps.table, partnerId, customer.customer_id);
    const found = own.filter(({ instanceId }) => numbered?.some((one) => one.instanceId === instanceId) ?? true);
    return answer(200, await listFound(deps.table, partnerId, found, wanted, request));
  },
});

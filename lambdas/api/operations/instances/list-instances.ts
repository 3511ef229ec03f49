import * as z from 'zod/mini';
import { listItemOf, type InstanceListItem } from '../../../domain/instance.ts';
import { instanceStatuses, type InstanceStatus } from '../../../domain/states/instance-states.ts';
import { pageOf as page, type Page, type PageRequest } from '../../../domain/paging.ts';
import type { Sizes } from '../../../domain/size.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { instancesOf } from '../../../store/instances/customer-instances.ts';
import { instanceRecordOf } from '../../../store/instances/instances.ts';
import { keys } from '../../../store/table/keys.ts';
import { readOrderedPage } from '../../../store/table/ordered-list.ts';
import { partnerRecords } from '../../../store/table/partner-records.ts';
import { readFoundPage } from '../../../store/table/read.ts';
import type { Item, Table } from '../../../store/table/table.ts';
import { pageRequestOf, paging } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { pageOf } from '../../resources/page.ts';
import { instanceListItem } from '../../resources/instance.ts';
import { customerAliasSelector, unaliased } from '../../selectors.ts';

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

const listOfCustomer = async (
  table: Table,
  partnerId: string,
  customerId: string,
  wanted: ReadonlySet<InstanceStatus>,
  request: PageRequest,
): Promise<Page<InstanceListItem>> => {
  const instances = (await instancesOf(table, partnerId, customerId)).filter((instance) => wanted.has(instance.status));
  const { total, items } = await readFoundPage(
    table,
    instances,
    ({ instanceId }) => keys.instance(partnerId, instanceId),
    request,
  );
  return page(request, total, items.map(shown));
};

/** Returns a page of the instances of the partner, or of one customer, newest first. */
export const listInstances = operation({
  input: z.object({ ...customerAliasSelector, ...paging(), status: z.optional(z.enum(instanceStatuses)) }),
  output: pageOf(instanceListItem),
  errors: ['not_found', 'conflicting_selectors'],
  run: async (deps, call, given) => {
    const wanted = new Set(given.status === undefined ? instanceStatuses : [given.status]);
    const request = pageRequestOf(given);
    const selectors = unaliased(given);
    if (selectors.customer_id === undefined && selectors.external_customer_id === undefined) {
      return call.answer(200, await listAll(deps.table, call.partnerId, call.caller.terms.sizes, wanted, request));
    }
    const { customer } = await requireCustomer(deps.table, call.partnerId, selectors, null);
    const { customer_id: id } = customer;
    return call.answer(200, await listOfCustomer(deps.table, call.partnerId, id, wanted, request));
  },
});

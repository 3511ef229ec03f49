/** The scope of a query of delivery events: the partner, a customer, or an instance. */
import * as z from 'zod/mini';
import { notFound } from '../kernel/errors.ts';
import { requireCustomer } from '../store/customers/customers.ts';
import type { DeliveryScope } from '../store/delivery/keys.ts';
import { requireInstance } from '../store/instances/instances.ts';
import { ownerOf, readMerges } from '../store/customers/merges.ts';
import type { Table } from '../store/table/table.ts';
import { either } from './selectors.ts';
import { uuid } from './fields.ts';

export const deliverySelectors = {
  customer_id: z.optional(uuid),
  partner_customer_id: z.optional(uuid),
  instance_id: z.optional(uuid),
  partner_instance_id: z.optional(uuid),
};

type Selectors = Readonly<Partial<Record<keyof typeof deliverySelectors, string | undefined>>>;

interface Selected {
  readonly customerId: string | undefined;
  readonly instanceId: string | undefined;
}

/** @throws ServiceError conflicting_selectors */
const selected = (given: Selectors): Selected => ({
  customerId: either(given, 'customer_id', 'partner_customer_id'),
  instanceId: either(given, 'instance_id', 'partner_instance_id'),
});

/** @throws ServiceError conflicting_selectors */
export const requireOneScope = (given: Selectors): void => {
  selected(given);
};

/** A customer and an instance together select the instance. @throws ServiceError conflicting_selectors */
export const deliveryScopeOf = (partnerId: string, given: Selectors): DeliveryScope => {
  const { customerId, instanceId } = selected(given);
  if (instanceId !== undefined) return { kind: 'instance', partnerId, instanceId };
  return customerId === undefined ? { kind: 'partner', partnerId } : { kind: 'customer', partnerId, customerId };
};

/** The selected records must exist, and the instance must belong to the selected customer. @throws ServiceError not_found */
export const requireScope = async (table: Table, partnerId: string, given: Selectors): Promise<void> => {
  const { customerId, instanceId } = selected(given);
  const [, record, merges] = await Promise.all([
    customerId === undefined ? null : requireCustomer(table, partnerId, { customer_id: customerId }, null),
    instanceId === undefined ? null : requireInstance(table, partnerId, { instance_id: instanceId }, null),
    customerId === undefined || instanceId === undefined ? null : readMerges(table, partnerId),
  ]);
  if (record === null || merges === null) return;
  if (ownerOf(merges, record.instance.partner_customer_id) !== customerId)
    throw notFound('the instance of the customer');
};

/** The scope of a query of delivery events: the partner, a customer, or an instance. */
import type * as z from 'zod/mini';
import { notFound, ServiceError } from '../kernel/errors.ts';
import { requireCustomer } from '../store/customers/customers.ts';
import type { DeliveryScope } from '../store/delivery/keys.ts';
import { requireInstance } from '../store/instances/instances.ts';
import { readPartnerNumber } from '../store/instances/partner-numbers.ts';
import { ownerOf, readMerges } from '../store/customers/merges.ts';
import { getItem } from '../store/table/read.ts';
import type { Table } from '../store/table/table.ts';
import { customerSelector, either, instanceIdSelector, numberSelector, unaliased } from './selectors.ts';

export const deliverySelectors = {
  ...customerSelector,
  ...instanceIdSelector,
  ...numberSelector,
};

type Given = z.output<z.ZodMiniObject<typeof deliverySelectors>>;

/** The ids that a query selects by. */
export interface Selected {
  readonly customerId: string | undefined;
  readonly instanceId: string | undefined;
}

const idsOf = (given: Given): Selected => ({
  customerId: either(given, 'customer_id', 'partner_customer_id'),
  instanceId: either(given, 'instance_id', 'partner_instance_id'),
});

/** @throws ServiceError conflicting_selectors */
export const requireOneScope = (given: Given): void => {
  idsOf(given);
};

/** Reads only where the partner's own id of a customer, or a number, is given. @throws ServiceError not_found, conflicting_selectors */
export const selected = async (table: Table, partnerId: string, given: Given): Promise<Selected> => {
  const { customerId, instanceId } = idsOf(given);
  const { external_customer_id: externalId, platform_phone_number_id: number } = given;
  const [customer, numbered] = await Promise.all([
    externalId === undefined ? null : requireCustomer(table, partnerId, unaliased(given), null),
    typeof number === 'string' ? readPartnerNumber(table, partnerId, number, getItem) : undefined,
  ]);
  if (numbered === null) throw notFound('the instance');
  if (numbered !== undefined && (instanceId ?? numbered.instanceId) !== numbered.instanceId)
    throw new ServiceError(
      'conflicting_selectors',
      'instance_id and platform_phone_number_id name different instances',
    );
  return { customerId: customer?.customer.customer_id ?? customerId, instanceId: numbered?.instanceId ?? instanceId };
};

/** A customer and an instance together select the instance. */
export const deliveryScopeOf = (partnerId: string, { customerId, instanceId }: Selected): DeliveryScope => {
  if (instanceId !== undefined) return { kind: 'instance', partnerId, instanceId };
  return customerId === undefined ? { kind: 'partner', partnerId } : { kind: 'customer', partnerId, customerId };
};

/** The selected records must exist, and the instance must belong to the selected customer. @throws ServiceError not_found */
export const requireScope = async (
  table: Table,
  partnerId: string,
  { customerId, instanceId }: Selected,
): Promise<void> => {
  const [, record, merges] = await Promise.all([
    customerId === undefined ? null : requireCustomer(table, partnerId, { customer_id: customerId }, null),
    instanceId === undefined ? null : requireInstance(table, partnerId, { instance_id: instanceId }, null),
    customerId === undefined || instanceId === undefined ? null : readMerges(table, partnerId),
  ]);
  if (record === null || merges === null) return;
  if (ownerOf(merges, record.instance.partner_customer_id) !== customerId)
    throw notFound('the instance of the customer');
};

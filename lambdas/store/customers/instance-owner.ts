import { notFound } from '../../kernel/errors.ts';
import type { Instance } from '../../domain/instance.ts';
import { keys } from '../table/keys.ts';
import { getItems } from '../table/read.ts';
import type { Table } from '../table/table.ts';
import { eventSubscriptionOf, type EventSubscription } from '../partners/event-subscription.ts';
import { customerRecordOf, requireCustomer, type CustomerRecord } from './customers.ts';
import { ownerOf, readMerges } from './merges.ts';

/** The customer that owns an instance. While a merge moves the instance, it is the target of the merge. */
export const requireOwner = async (
  table: Table,
  partnerId: string,
  { partner_customer_id: id }: Instance,
): Promise<CustomerRecord> => {
  const merges = await readMerges(table, partnerId);
  return requireCustomer(table, partnerId, { customer_id: ownerOf(merges, id) }, null);
};

/** The customer that owns an instance, and what the partner subscribes to, in one round trip. */
export const requireOwnerAndSubscription = async (
  table: Table,
  partnerId: string,
  { partner_customer_id: id }: Instance,
): Promise<{ readonly owner: CustomerRecord; readonly subscription: EventSubscription }> => {
  const ownerId = ownerOf(await readMerges(table, partnerId), id);
  const [customer, subscription] = await getItems(table, [
    keys.customer(partnerId, ownerId),
    keys.eventSubscription(partnerId),
  ]);
  if (customer === undefined) throw notFound('the customer');
  return { owner: customerRecordOf(customer), subscription: eventSubscriptionOf(subscription) };
};

import { notFound } from '../../kernel/errors.ts';
import type { Instance } from '../../domain/instance.ts';
import { contended } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItems } from '../table/read.ts';
import type { Table } from '../table/table.ts';
import { eventSubscriptionOf, type EventSubscription } from '../partners/event-subscription.ts';
import { customerRecordOf, requireCustomer, type CustomerRecord } from './customers.ts';
import { ownerOf, readMerges } from './merges.ts';

/**
 * A merged customer owns no instance: the merge was committed after the instance or the merges were read. An entry of the instance would
 * be behind the merge in the customer's history. @throws Contended
 */
const requireUnmerged = (record: CustomerRecord): CustomerRecord => {
  if (record.customer.status === 'merged') throw contended();
  return record;
};

/** The customer that owns an instance. While a merge moves the instance, it is the target of the merge. */
export const requireOwner = async (
  table: Table,
  partnerId: string,
  { partner_customer_id: id }: Instance,
): Promise<CustomerRecord> => {
  const merges = await readMerges(table, partnerId);
  return requireUnmerged(await requireCustomer(table, partnerId, { customer_id: ownerOf(merges, id) }, null));
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
  return { owner: requireUnmerged(customerRecordOf(customer)), subscription: eventSubscriptionOf(subscription) };
};

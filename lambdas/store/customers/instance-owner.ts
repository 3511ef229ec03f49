import type { Instance } from '../../domain/instance.ts';
import type { Table } from '../table/table.ts';
import { requireCustomer, type CustomerRecord } from './customers.ts';
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

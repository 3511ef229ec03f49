import { changeBetween, type Cause } from '../domain/history.ts';
import { stateOf, type Instance, type InstanceState } from '../domain/instance.ts';
import { isoOf } from '../domain/time.ts';
import { findCustomer } from '../store/customers/customers.ts';
import { journal } from '../store/customers/journal.ts';
import { ownerOf, readMerges } from '../store/customers/merges.ts';
import type { Clause } from '../store/table/commit.ts';
import type { TableDeps } from './instance-deps.ts';

/** Why and for whom a line ended. */
interface InstanceEnd {
  readonly partnerId: string;
  readonly cause: Cause;
  readonly reason: string | null;
  readonly idempotencyKey: string | null;
}

/** The customer's history entry on the end of a line. @param before how the line stood */
export const endEntryClauses = async (
  { table, newId }: Pick<TableDeps, 'table' | 'newId'>,
  { partnerId, cause, reason, idempotencyKey }: InstanceEnd,
  before: InstanceState,
  instance: Instance,
  now: number,
): Promise<readonly Clause[]> => {
  const customerId = ownerOf(await readMerges(table, partnerId), instance.partner_customer_id);
  const customer = await findCustomer(table, partnerId, { customerId }, null);
  if (customer === null) throw new Error('the customer of the instance has gone');
  return journal(table, partnerId, customer, customer.customer, {
    entryId: newId(now),
    event: 'instance_deactivated',
    change: changeBetween({ ...before }, { ...stateOf(instance) }),
    cause,
    at: isoOf(now),
    reason,
    related: { instance_id: instance.id },
    announce: null,
    idempotencyKey,
  }).clauses;
};

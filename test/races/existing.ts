import { z } from 'zod';
import { keys } from '../../lambdas/store/table/keys.ts';
import { queryAll } from '../../lambdas/store/table/query.ts';
import { readSlots } from '../../lambdas/store/instances/slots.ts';
import type { Item, Table } from '../../lambdas/store/table/table.ts';
import type { CustomerName, Model } from './model.ts';
import { shownCustomer, shownInstance } from './steps.ts';

export const customerItem = z.object({
  external_customer_id: z.enum(['a', 'b', 'c']),
  customer_name: z.string(),
  status: z.enum(['active', 'inactive', 'merged']),
  updated_at: z.string(),
  merged_into: z.string().nullable(),
  instance_count: z.number(),
});
export const instanceItem = z.object({
  instance_key: z.enum(['k1', 'k2', 'k3', 'k4']),
  partner_customer_id: z.string(),
  instance_name: z.string().nullable(),
  status: z.enum(['created', 'awaiting_connection', 'deactivating', 'inactive']),
});

const stored = { sk: z.string() };
const storedCustomer = z.object({
  ...stored,
  ...customerItem.shape,
  history_count: z.number(),
  event_sequence: z.number(),
  last_event: z.number(),
});
const storedInstance = z.object({
  ...stored,
  ...instanceItem.shape,
  slot_state: z.string(),
  session_id: z.string().nullable(),
});

export type ExistingCustomer = z.infer<typeof storedCustomer> & { readonly customer_id: string };
export type ExistingInstance = z.infer<typeof storedInstance> & { readonly id: string };

/** A partner's customers and instances as they stand in the table. */
export interface Existing {
  readonly customers: readonly ExistingCustomer[];
  readonly instances: readonly ExistingInstance[];
}

export const partition = (table: Table, pk: string): Promise<readonly Item[]> =>
  queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  });

export const readExisting = async (table: Table, partnerId: string): Promise<Existing> => {
  const [customers, instances] = await Promise.all([
    partition(table, keys.customer(partnerId, '').pk),
    partition(table, keys.instance(partnerId, '').pk),
  ]);
  return {
    customers: customers.map((item) => {
      const customer = storedCustomer.parse(item);
      return { ...customer, customer_id: customer.sk };
    }),
    instances: instances.map((item) => {
      const instance = storedInstance.parse(item);
      return { ...instance, id: instance.sk };
    }),
  };
};

export const nameOf = ({ customers }: Existing, customerId: string): CustomerName => {
  const found = customers.find((one) => one.customer_id === customerId);
  if (found === undefined) throw new Error('the customer is not there');
  return found.external_customer_id;
};

/** What callers can see, as text for the model and for the table alike. */
export const wordsOfModel = ({ customers, instances, taken }: Model): readonly string[] =>
  [
    ...Object.entries(customers).map(
      ([name, customer]) => `customer ${name}: ${shownCustomer(customer)} ${customer.mergedInto ?? '-'}`,
    ),
    ...Object.entries(instances).map(([key, instance]) => `line ${key}: ${shownInstance(instance)}`),
    `slots: ${taken}`,
  ].sort();

export const wordsOfTable = async (table: Table, partnerId: string, existing: Existing): Promise<readonly string[]> => {
  const { taken } = await readSlots(table, partnerId);
  return [
    ...existing.customers.map((customer) => {
      const { customer_name: name, status, instance_count: count, merged_into: into } = customer;
      const target = into === null ? '-' : nameOf(existing, into);
      return `customer ${customer.external_customer_id}: ${shownCustomer({ name, status, count })} ${target}`;
    }),
    ...existing.instances.map((instance) => {
      const owner = nameOf(existing, instance.partner_customer_id);
      return `line ${instance.instance_key}: ${shownInstance({ owner, name: instance.instance_name, status: instance.status })}`;
    }),
    `slots: ${taken}`,
  ].sort();
};

import { z } from 'zod';
import { keys } from '../../lambdas/store/table/keys.ts';
import { queryAll } from '../../lambdas/store/table/query.ts';
import { readSlots } from '../../lambdas/store/instances/slots.ts';
import type { Item, Table } from '../../lambdas/store/table/table.ts';
import type { CustomerName, Model } from './model.ts';
import { shownCustomer, shownLine } from './steps.ts';

export const customerItem = z.object({
  external_customer_id: z.enum(['a', 'b', 'c']),
  customer_name: z.string(),
  status: z.enum(['active', 'inactive', 'merged']),
  updated_at: z.string(),
  merged_into: z.string().nullable(),
  instance_count: z.number(),
});
export const lineItem = z.object({
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
const storedLine = z.object({
  ...stored,
  ...lineItem.shape,
  slot_state: z.string(),
  session_id: z.string().nullable(),
});

export type StandingCustomer = z.infer<typeof storedCustomer> & { readonly customer_id: string };
export type StandingLine = z.infer<typeof storedLine> & { readonly id: string };

/** A partner's customers and lines as they stand in the table. */
export interface Standing {
  readonly customers: readonly StandingCustomer[];
  readonly lines: readonly StandingLine[];
}

export const partition = (table: Table, pk: string): Promise<readonly Item[]> =>
  queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  });

export const readStanding = async (table: Table, partnerId: string): Promise<Standing> => {
  const [customers, lines] = await Promise.all([
    partition(table, keys.customer(partnerId, '').pk),
    partition(table, keys.instance(partnerId, '').pk),
  ]);
  return {
    customers: customers.map((item) => {
      const customer = storedCustomer.parse(item);
      return { ...customer, customer_id: customer.sk };
    }),
    lines: lines.map((item) => {
      const line = storedLine.parse(item);
      return { ...line, id: line.sk };
    }),
  };
};

export const nameOf = ({ customers }: Standing, customerId: string): CustomerName => {
  const found = customers.find((one) => one.customer_id === customerId);
  if (found === undefined) throw new Error('the customer is not there');
  return found.external_customer_id;
};

/** The words for what callers can see, of the model and of the table alike. */
export const wordsOfModel = ({ customers, lines, taken }: Model): readonly string[] =>
  [
    ...Object.entries(customers).map(
      ([name, customer]) => `customer ${name}: ${shownCustomer(customer)} ${customer.mergedInto ?? '-'}`,
    ),
    ...Object.entries(lines).map(([key, line]) => `line ${key}: ${shownLine(line)}`),
    `slots: ${taken}`,
  ].sort();

export const wordsOfTable = async (table: Table, partnerId: string, standing: Standing): Promise<readonly string[]> => {
  const { taken } = await readSlots(table, partnerId);
  return [
    ...standing.customers.map((customer) => {
      const { customer_name: name, status, instance_count: count, merged_into: into } = customer;
      const target = into === null ? '-' : nameOf(standing, into);
      return `customer ${customer.external_customer_id}: ${shownCustomer({ name, status, count })} ${target}`;
    }),
    ...standing.lines.map((line) => {
      const owner = nameOf(standing, line.partner_customer_id);
      return `line ${line.instance_key}: ${shownLine({ owner, name: line.instance_name, status: line.status })}`;
    }),
    `slots: ${taken}`,
  ].sort();
};

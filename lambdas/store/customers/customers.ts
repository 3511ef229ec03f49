import * as z from 'zod/mini';
import {
  customerStatuses,
  searchDigitsOf,
  searchTextOf,
  type Customer,
  type CustomerStatus,
} from '../../domain/customer.ts';
import { notFound, ServiceError } from '../../kernel/errors.ts';
import { contended, type Clause } from '../table/commit.ts';
import { ownDeletionClause } from '../table/delete-clause.ts';
import { jsonObject } from '../table/json-object.ts';
import { keys } from '../table/keys.ts';
import { findItems, getItem, getItems } from '../table/read.ts';
import { receiptKeys, throwEarlier, type PartnerClaim } from '../table/receipts.ts';
import type { Item, Table } from '../table/table.ts';

/** A customer with the counters that its next commit needs. */
export interface CustomerRecord {
  readonly customer: Customer;
  /** Rises with every commit on the record; the optimistic lock. */
  readonly revision: number;
  /** Entries of the change history so far. */
  readonly historyCount: number;
  /** Sequence of the customer's last event. */
  readonly eventSequence: number;
  /** The number of the entry with that event; 0 when there was none. */
  readonly lastEvent: number;
}

export type CustomerSelector = { readonly customerId: string } | { readonly externalId: string };

// One schema for all fields of a kind: each takes its time in the first call.
const text = z.string();
const textOrNull = z.nullable(text);
const number = z.number();

const customerItem = z.object({
  sk: text,
  external_customer_id: text,
  customer_name: text,
  customer_email: textOrNull,
  customer_phone: textOrNull,
  metadata: jsonObject,
  status: z.enum(customerStatuses),
  created_at: text,
  updated_at: text,
  deactivated_at: textOrNull,
  merged_into: textOrNull,
  instance_count: number,
  revision: number,
  history_count: number,
  event_sequence: number,
  last_event: number,
});

export const customerRecordOf = (item: Item): CustomerRecord => {
  const { sk, revision, history_count, event_sequence, last_event, ...shown } = customerItem.parse(item);
  return {
    customer: { customer_id: sk, ...shown },
    revision,
    historyCount: history_count,
    eventSequence: event_sequence,
    lastEvent: last_event,
  };
};

/** `metadata` is stored as JSON text, so that its keys are returned exactly as the partner sent them. */
export const customerItemOf = (partnerId: string, record: CustomerRecord): Item => {
  const { customer_id, metadata, ...shown } = record.customer;
  return {
    ...keys.customer(partnerId, customer_id),
    ...shown,
    metadata: JSON.stringify(metadata),
    revision: record.revision,
    history_count: record.historyCount,
    event_sequence: record.eventSequence,
    last_event: record.lastEvent,
    search: searchTextOf(record.customer),
    digits: searchDigitsOf(record.customer),
  };
};

const externalItem = z.object({ customer_id: z.string() });

/**
 * Finds a customer, and reads the receipt of the claim's key in the same round trip. An external id takes two.
 * @throws Replay or ServiceError when the claim's key was used
 */
export const findCustomer = async (
  table: Table,
  partnerId: string,
  selector: CustomerSelector,
  claim: PartnerClaim | null,
): Promise<CustomerRecord | null> => {
  const first =
    'customerId' in selector
      ? keys.customer(partnerId, selector.customerId)
      : keys.externalId(partnerId, selector.externalId);
  const [found, existing] = await getItems(table, [first, ...receiptKeys(partnerId, claim)]);
  throwEarlier(existing, claim);
  if (found === undefined) return null;
  if ('customerId' in selector) return customerRecordOf(found);
  const item = await getItem(table, keys.customer(partnerId, externalItem.parse(found).customer_id));
  return item === undefined ? null : customerRecordOf(item);
};

/** The customers with these external ids that exist, in two round trips. */
export const findByExternalIds = async (
  table: Table,
  partnerId: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, CustomerRecord>> => {
  const taken = await getItems(
    table,
    externalIds.map((id) => keys.externalId(partnerId, id)),
  );
  const ids = taken.flatMap((item) => (item === undefined ? [] : [externalItem.parse(item).customer_id]));
  const items = await getItems(
    table,
    ids.map((id) => keys.customer(partnerId, id)),
  );
  const records = items.flatMap((item) => (item === undefined ? [] : [customerRecordOf(item)]));
  return new Map(records.map((record) => [record.customer.external_customer_id, record]));
};

const statusItem = z.object({ sk: z.string(), status: z.enum(customerStatuses) });

/** The status of each of the customers that exist, by id. */
export const readCustomerStatuses = async (
  table: Table,
  partnerId: string,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, CustomerStatus>> => {
  const items = await getItems(
    table,
    customerIds.map((id) => keys.customer(partnerId, id)),
  );
  const found = items.filter((item) => item !== undefined).map((item) => statusItem.parse(item));
  return new Map(found.map(({ sk, status }) => [sk, status]));
};

const nameItem = z.object({ sk: z.string(), customer_name: z.string() });

/** The name of each of the customers that exist, by id. */
export const readCustomerNames = async (
  table: Table,
  partnerId: string,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const wanted = customerIds.map((id) => keys.customer(partnerId, id));
  const found = (await findItems(table, wanted, true)).map((item) => nameItem.parse(item));
  return new Map(found.map(({ sk, customer_name: name }) => [sk, name]));
};

/** The customer that the selectors name. @throws ServiceError not_found, conflicting_selectors */
export const requireCustomer = async (
  table: Table,
  partnerId: string,
  selectors: { readonly customer_id?: string | undefined; readonly external_customer_id?: string | undefined },
  claim: PartnerClaim | null,
): Promise<CustomerRecord> => {
  const { customer_id: customerId, external_customer_id: externalId } = selectors;
  const selector = customerId !== undefined ? { customerId } : { externalId: externalId ?? '' };
  const record = await findCustomer(table, partnerId, selector, claim);
  if (record === null) throw notFound('the customer');
  if (externalId !== undefined && record.customer.external_customer_id !== externalId) {
    throw new ServiceError('conflicting_selectors', 'customer_id and external_customer_id name different customers');
  }
  return record;
};

export const customerParams = (table: string, partnerId: string, record: CustomerRecord): Clause['write'] => ({
  Put: {
    TableName: table,
    Item: { ...customerItemOf(partnerId, record) },
    ConditionExpression: record.revision === 1 ? 'attribute_not_exists(pk)' : 'revision = :read',
    ...(record.revision === 1 ? {} : { ExpressionAttributeValues: { ':read': record.revision - 1 } }),
  },
});

/** Writes the next revision of a customer, unless another commit changed the customer first. */
export const customerClause = (table: Table, partnerId: string, record: CustomerRecord): Clause => ({
  name: 'the customer is unchanged since it was read',
  write: customerParams(table.name, partnerId, record),
  refuse: contended,
});

/** Takes the external id for a new customer. */
export const externalIdClause = (table: Table, partnerId: string, customer: Customer): Clause => ({
  name: 'the external id is free',
  write: {
    Put: {
      TableName: table.name,
      Item: { ...keys.externalId(partnerId, customer.external_customer_id), customer_id: customer.customer_id },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
  refuse: contended,
});

/** Releases the external id. */
export const freeExternalIdClause = (table: Table, partnerId: string, customer: Customer): Clause =>
  ownDeletionClause(
    table,
    "the external id is the customer's",
    keys.externalId(partnerId, customer.external_customer_id),
    ['customer_id', customer.customer_id],
  );

/** Requires that the customer still has the status it was read with. */
export const customerCheckClause = (table: Table, partnerId: string, customer: Customer): Clause => ({
  name: 'the customer has the status it was read with',
  write: {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...keys.customer(partnerId, customer.customer_id) },
      ConditionExpression: '#status = :status',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': customer.status },
    },
  },
  refuse: contended,
});

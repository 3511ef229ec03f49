import type { Customer, CustomerStatus } from './customer.ts';
import { ServiceError } from './errors.ts';
import type { HistoryEntry } from './history.ts';
import type { Instance, InstanceError } from './instance.ts';

/**
 * What becomes of personal data. What stays says that something happened, when, by whom and to which record: ids of ours
 * and of the platform, names of fields, states, counts and times.
 */

/** From the first commit of an erasure on, nothing personal may be written about the customer. */
export const isForgotten = (status: CustomerStatus): boolean => status === 'erasing' || status === 'erased';

export const beingErased = (): ServiceError =>
  new ServiceError('invalid_state', 'the customer is erased, or is being erased, and can not be changed');

/** The longest that fits; two characters are the shortest name. */
const erasedName = 'Erased customer';

/** The customer without contact data; the external id goes last, for until then it is taken. */
export const withoutContact = (customer: Customer): Customer => ({
  ...customer,
  customer_name: erasedName,
  customer_email: null,
  customer_phone: null,
  metadata: {},
});

/** In the place of the partner's own id, which is free again. */
export const erasedExternalId = (customerId: string): string => `erased:${customerId}`;

const erasedContact = (customerId: string) => ({
  customer_name: erasedName,
  customer_email: null,
  customer_phone: null,
  metadata: {},
  external_customer_id: erasedExternalId(customerId),
});

/** Values of the history that tell what happened, and nothing of a person. */
const factual: ReadonlySet<string> = new Set([
  'status',
  'merged_into',
  'slot_state',
  'occupies_slot',
  'callback_state',
  'partner_customer_id',
  'id',
  'platform_phone_number_id',
  'platform_waba_id',
  'connected_at',
]);

/** The names stay, so that it is seen what was changed. */
const valuesGone = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, factual.has(name) ? value : null]));

export const scrubbedEntry = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  previous: valuesGone(entry.previous),
  new: valuesGone(entry.new),
  reason: null,
});

const erasedInstanceKey = (id: string): string => `erased:${id}`;

const withoutMessage = (error: InstanceError | null): InstanceError | null =>
  error === null ? null : { ...error, message: 'erased' };

/** A line without what the partner called it, and without the number and the name that people know. */
export const scrubbedInstance = (instance: Instance): Instance => ({
  ...instance,
  instance_key: erasedInstanceKey(instance.id),
  instance_name: null,
  metadata: {},
  display_phone_number: null,
  verified_name: null,
  session_id: null,
  callback: { ...instance.callback, last_error: withoutMessage(instance.callback.last_error) },
  connection: { ...instance.connection, last_error: withoutMessage(instance.connection.last_error) },
});

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isThatCustomer = (value: Readonly<Record<string, unknown>>, customerId: string): boolean =>
  value['customer_id'] === customerId && 'customer_name' in value;

/** What is forgotten: a customer, and lines that are the customer's. */
export interface Forgotten {
  readonly customerId: string;
  readonly instanceIds: ReadonlySet<string>;
}

/** What another customer's event says, without what it says of this one; the words of its reason may be about either. */
export const withoutForgotten = (data: unknown, forgotten: Forgotten): unknown => {
  if (Array.isArray(data)) return data.map((value) => withoutForgotten(value, forgotten));
  if (!isRecord(data)) return data;
  const { customerId, instanceIds } = forgotten;
  const isInstance = 'instance_key' in data && typeof data['id'] === 'string' && instanceIds.has(data['id']);
  const rest = Object.entries(data).map(([name, value]) => [
    name,
    name === 'reason' ? null : withoutForgotten(value, forgotten),
  ]);
  return {
    ...Object.fromEntries(rest),
    ...(isThatCustomer(data, customerId) && erasedContact(customerId)),
    ...(isInstance && { instance_key: erasedInstanceKey(String(data['id'])) }),
  };
};

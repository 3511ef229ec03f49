import type { Customer, CustomerStatus } from './customer.ts';
import { invalidState, type ServiceError } from '../kernel/errors.ts';
import type { HistoryEntry } from './history.ts';
import type { Instance, InstanceError } from './instance.ts';
import { isJsonObject } from '../kernel/json-object.ts';

/** What an erasure removes. Ids of the service and of the platform, field names, states, counts and times remain. */

/** From the first commit of an erasure on, no personal data of the customer is written. */
export const isForgotten = (status: CustomerStatus): boolean => status === 'erasing' || status === 'erased';

export const beingErased = (): ServiceError =>
  invalidState('erased', 'the customer is erased, or is being erased, and cannot be changed');

/** Events of erasures contain ids only. */
export const isErasureEvent = (type: string): boolean => /\.(erasure_started|erased|erasure_failed)$/.test(type);

const erasedContact = {
  customer_name: 'Erased customer',
  customer_email: null,
  customer_phone: null,
  metadata: {},
} as const;

/** The external id stays until the last commit of the erasure, which frees it. */
export const withoutContact = (customer: Customer): Customer => ({ ...customer, ...erasedContact });

/** Replaces the partner's id, which becomes free. */
export const erasedExternalId = (customerId: string): string => `erased:${customerId}`;

/** The history values that are no personal data. */
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

/** Keeps the names of the fields. */
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

/** The instance without its key, names, number, metadata, error messages and the platform's errors. */
export const scrubbedInstance = (instance: Instance): Instance => ({
  ...instance,
  instance_key: erasedInstanceKey(instance.id),
  instance_name: null,
  metadata: {},
  display_phone_number: null,
  verified_name: null,
  username: null,
  platform_errors: [],
  platform_notes: [],
  session_id: null,
  callback: { ...instance.callback, last_error: withoutMessage(instance.callback.last_error) },
  connection: { ...instance.connection, last_error: withoutMessage(instance.connection.last_error) },
  access: { ...instance.access, doubt: withoutMessage(instance.access.doubt) },
});

/** An erased customer and its instances. */
export interface Forgotten {
  readonly customerId: string;
  readonly instanceIds: ReadonlySet<string>;
}

/** Of an instance in an event: no key, number, names and text of an error. An event of before has none but the key. */
const withoutNumber = (data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  instance_key: erasedInstanceKey(String(data['id'])),
  ...('display_phone_number' in data && { display_phone_number: null, verified_name: null }),
  ...('username' in data && { username: null }),
  ...('platform_errors' in data && { platform_errors: [] }),
  ...(isJsonObject(data['last_error']) && { last_error: { ...data['last_error'], message: 'erased' } }),
});

/** Whether the data of an event is of a change of a forgotten instance, or of its connect session. */
const isAboutForgotten = (data: Readonly<Record<string, unknown>>, { instanceIds }: Forgotten): boolean => {
  const { instance, session } = data;
  const [about, name] = isJsonObject(instance) ? [instance, 'id'] : [session, 'instance_id'];
  return 'previous' in data && isJsonObject(about) && instanceIds.has(String(about[name]));
};

/** The data without the values before, and without the text of a session's error. */
const withoutText = ({ previous, session }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...(isJsonObject(previous) && { previous: valuesGone(previous) }),
  ...(isJsonObject(session) &&
    isJsonObject(session['error']) && { session: { ...session, error: { ...session['error'], message: 'erased' } } }),
});

/** The data of another customer's event without the erased customer's. A reason is free text and is removed as well. */
export const withoutForgotten = (data: unknown, forgotten: Forgotten): unknown => {
  if (Array.isArray(data)) return data.map((value) => withoutForgotten(value, forgotten));
  if (!isJsonObject(data)) return data;
  const { customerId, instanceIds } = forgotten;
  const isCustomer = data['customer_id'] === customerId && 'customer_name' in data;
  const isInstance = 'instance_key' in data && typeof data['id'] === 'string' && instanceIds.has(data['id']);
  const rest = Object.entries(data).map(([name, value]) => [
    name,
    name === 'reason' ? null : withoutForgotten(value, forgotten),
  ]);
  return {
    ...Object.fromEntries(rest),
    ...(isCustomer && { ...erasedContact, external_customer_id: erasedExternalId(customerId) }),
    ...(isInstance && withoutNumber(data)),
    ...(isAboutForgotten(data, forgotten) && withoutText(data)),
  };
};

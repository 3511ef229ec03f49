/** The variables of the collection, and which of them a parameter or an answer has. */
import { customerId, instanceId, instanceListItem, otherCustomerId } from '../openapi/examples/records.ts';
import { exampleOf } from '../openapi/examples/examples.ts';

/** What the person enters. The values are empty in the file, because some of them are secrets. */
const entered = [
  'api_url',
  'apikey',
  'partner_key',
  'member_token',
  'invitee_token',
  'invitee_email',
  'webhook_url',
  'platform_verify_token',
];

const textOf = (route: string, name: string): string => String(exampleOf(route).request[name]);

/** The ids of the examples. They exist nowhere, so a route answers 404 until an answer has replaced them. */
const replaced: Readonly<Record<string, string>> = {
  customer_id: customerId,
  external_customer_id: textOf('get-partner-customer', 'external_customer_id'),
  customer_updated_at: textOf('update-partner-customer', 'expected_updated_at'),
  other_customer_id: otherCustomerId,
  instance_id: instanceId,
  platform_phone_number_id: instanceListItem.platform_phone_number_id,
  platform_waba_id: instanceListItem.platform_waba_id,
  migration_id: textOf('get-partner-webhook-migration', 'migration_id'),
  event_id: textOf('get-partner-webhook-event', 'event_id'),
  resend_id: textOf('get-partner-webhook-resend', 'resend_id'),
  import_id: textOf('get-partner-customer-import', 'import_id'),
  sync_id: textOf('get-partner-platform-template-sync', 'sync_id'),
  member_id: textOf('update-partner-member', 'member_id'),
  own_partner_id: textOf('accept-partner-invitation', 'partner_id'),
  key_id: textOf('revoke-partner-api-key', 'key_id'),
  notification_id: textOf('mark-partner-notification-read', 'notification_id'),
};

/** The address of the documentation site of the local stack. */
const docsUrl = 'http://127.0.0.1:4510/docs';

export const collectionVariables: readonly { readonly key: string; readonly value: string }[] = [
  ...entered.map((key) => ({ key, value: '' })),
  { key: 'docs_url', value: docsUrl },
  ...Object.entries(replaced).map(([key, value]) => ({ key, value })),
];

const keys: ReadonlySet<string> = new Set(collectionVariables.map(({ key }) => key));

/** Parameters whose variable has another name. */
const otherNames: Readonly<Record<string, string>> = {
  partner_customer_id: 'customer_id',
  source_customer_id: 'other_customer_id',
  target_customer_id: 'other_customer_id',
  expected_updated_at: 'customer_updated_at',
  phone_number_id: 'platform_phone_number_id',
};

/** A parameter's value with variables in place of the ids of the example, at any depth. */
export const withVariables = (name: string, value: unknown): unknown => {
  const key = otherNames[name] ?? name;
  if (keys.has(key)) return `{{${key}}}`;
  if (Array.isArray(value)) return value.map((entry: unknown) => withVariables('', entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, withVariables(inner, one)]));
};

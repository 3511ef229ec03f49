import { selectFields } from './fields.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import type { Waba } from './state.ts';

const DEFAULT_FIELDS = ['name', 'timezone_id', 'message_template_namespace'];

/** Fields of the node whose words the platform's pages do not agree on, or that are not read. They have a value only if the control API set one. */
const WITHOUT_VALUE = [
  'message_template_namespace',
  'status',
  'business_verification_status',
  'marketing_messages_lite_api_status',
  'marketing_messages_onboarding_status',
  'disable_marketing_messages_on_cloud_api',
  'on_behalf_of_business_info',
  'owner_business_info',
  'purchase_order_number',
  'subscribed_apps',
  'health_status',
];

/** `GET /{waba}?fields=…` https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account */
export function readWaba(_simulator: Simulator, call: GraphCall, waba: Waba): Record<string, unknown> {
  return selectFields(
    call,
    'WhatsAppBusinessAccount',
    new Map<string, () => unknown>([
      ['id', () => waba.id],
      ['name', () => waba.name],
      ['timezone_id', () => '1'],
      ['currency', () => 'USD'],
      ['country', () => 'US'],
      ['account_review_status', () => 'APPROVED'],
      ['ownership_type', () => 'CLIENT_OWNED'],
      ['is_enabled_for_insights', () => true],
      ...WITHOUT_VALUE.map((name): [string, () => unknown] => [name, () => undefined]),
      ...Object.entries(waba.fields).map(([name, value]): [string, () => unknown] => [name, () => value]),
    ]),
    DEFAULT_FIELDS,
  );
}

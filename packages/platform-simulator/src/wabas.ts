import { selectFields } from './fields.ts';
import { healthOfWaba } from './health.ts';
import { listSubscribedApps } from './callbacks.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import type { Waba } from './state.ts';

const DEFAULT_FIELDS = ['name', 'timezone_id', 'message_template_namespace'];

/** `GET /{waba}?fields=…` https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account */
export function readWaba(simulator: Simulator, call: GraphCall, waba: Waba): Record<string, unknown> {
  return selectFields(
    call,
    'WhatsAppBusinessAccount',
    new Map<string, () => unknown>([
      ['id', () => waba.id],
      ['name', () => waba.name],
      ['timezone_id', () => '1'],
      ['message_template_namespace', () => `namespace_${waba.id}`],
      ['currency', () => 'USD'],
      ['country', () => 'US'],
      ['status', () => 'ACTIVE'],
      ['account_review_status', () => 'APPROVED'],
      ['business_verification_status', () => 'not_verified'],
      ['ownership_type', () => 'SELF'],
      ['is_enabled_for_insights', () => true],
      ['marketing_messages_onboarding_status', () => 'ELIGIBLE'],
      ['marketing_messages_lite_api_status', () => 'INELIGIBLE'],
      ['disable_marketing_messages_on_cloud_api', () => false],
      ['owner_business_info', () => ({ id: waba.portfolioId, name: waba.name })],
      ['on_behalf_of_business_info', () => undefined],
      ['purchase_order_number', () => undefined],
      ['subscribed_apps', () => listSubscribedApps(simulator, call, waba)],
      ['health_status', () => healthOfWaba(simulator, waba)],
      ...Object.entries(waba.fields).map(([name, value]): [string, () => unknown] => [name, () => value]),
    ]),
    DEFAULT_FIELDS,
  );
}

import { healthOf } from './health.ts';
import type { Simulator } from './simulator.ts';
import type { PhoneNumber } from './state.ts';

/**
 * Every field of a number that the platform returns. One without a value is left out of answers.
 * https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account-to-number-current-status
 */
export function fieldsOf(simulator: Simulator, number: PhoneNumber): ReadonlyMap<string, () => unknown> {
  return new Map<string, () => unknown>([
    ['id', () => number.id],
    ['last_onboarded_time', () => new Date(number.onboardedAt).toISOString().replace(/\.\d+Z$/, '+0000')],
    ['webhook_configuration', () => webhookConfigurationOf(simulator, number)],
    ['health_status', () => healthOf(simulator, number)],
    ['is_on_biz_app', () => isOnBusinessApp(number)],
    ['is_pin_enabled', () => number.twoStep.pin !== null],
    ['is_preverified_number', () => false],
    ['quality_score', () => ({ score: number.fields['quality_rating'] })],
    ['new_name_status', () => 'NONE'],
    ['host_platform', () => number.fields['platform_type']],
    ['search_visibility', () => 'NON_VISIBLE'],
    ['eligibility_for_api_business_global_search', () => 'NON_ELIGIBLE'],
    ['conversational_automation', () => ({ id: number.id })],
    ['country_dial_code', () => '1'],
    ['username', () => (number.username?.status === 'approved' ? number.username.username : undefined)],
    ...WITHOUT_VALUE.map((name): [string, () => unknown] => [name, () => undefined]),
    ...Object.entries(number.fields).map(([name, value]): [string, () => unknown] => [name, () => value]),
  ]);
}

/**
 * `messaging_limit_tier` gave way to `whatsapp_business_manager_messaging_limit`:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/messaging-limits
 */
const WITHOUT_VALUE = ['messaging_limit_tier', 'certificate', 'new_certificate', 'country_code'];

/** Such a number is never registered or deregistered. https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users */
export function isOnBusinessApp(number: PhoneNumber): boolean {
  return number.fields['is_on_biz_app'] === true;
}

/** The callback URL at each level. The number's takes precedence over the business account's, and that over the app's. */
function webhookConfigurationOf({ storage, callbackUrl }: Simulator, number: PhoneNumber): Record<string, string> {
  const waba = storage.state.wabas.get(number.wabaId)?.overrideCallbackUri ?? undefined;
  const application = callbackUrl();
  return {
    ...(number.overrideCallbackUri === null ? {} : { phone_number: number.overrideCallbackUri }),
    ...(waba === undefined ? {} : { whatsapp_business_account: waba }),
    ...(application === undefined ? {} : { application }),
  };
}

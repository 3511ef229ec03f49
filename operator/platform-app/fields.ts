import type { Coexistence } from '../../lambdas/domain/sign-up.ts';

/**
 * The fields of the app's webhook that the service and its partners need, each with what is missing without it. An override
 * of a number carries a field only while the app subscribes to it.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/override
 */
const always = {
  messages: 'no partner gets messages or their statuses',
  account_update: 'removals and restrictions of accounts and numbers are noticed hours late, or never',
  account_alerts: 'alerts of accounts are not noticed',
  account_review_update: 'a rejected account is noticed hours late',
  business_username_updates: 'changed usernames are noticed hours late',
  business_capability_update: 'changed messaging limits are noticed hours late',
  message_template_components_update: 'edited templates are noticed hours late',
  message_template_quality_update: 'the quality of templates is noticed hours late',
  message_template_status_update: 'rejected and paused templates are noticed hours late',
  phone_number_name_update: 'decisions about names are noticed hours late',
  phone_number_quality_update: 'flagged numbers are noticed hours late',
  security: 'a changed PIN is not noticed',
  template_category_update: 'partners are not notified of a change of category ahead',
  template_correct_category_detection: 'wrong categories of templates are not shown',
} as const;

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users */
const ofCoexistence = {
  history: 'no partner gets the history of a number with coexistence',
  smb_app_state_sync: 'no partner gets the contacts of a number with coexistence',
  smb_message_echoes: 'no partner gets what is sent with the business app',
} as const;

/** The fields that a stage needs, each with what is missing without it. */
export const neededFields = (coexistence: Coexistence): Readonly<Record<string, string>> =>
  coexistence === 'off' ? always : { ...always, ...ofCoexistence };

/** Without one of these, lines do not work. */
export const vitalFields: ReadonlySet<string> = new Set(['messages', 'account_update', ...Object.keys(ofCoexistence)]);

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation */
export const neededPermissions = ['whatsapp_business_management', 'whatsapp_business_messaging'] as const;

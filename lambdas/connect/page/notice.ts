/** Why an end customer is back at the beginning without a connection. */
export const notices = [
  'declined',
  'interrupted',
  'no_code',
  'platform_error',
  'stopped_at_account',
  'stopped_at_number',
  'stopped_at_profile',
  'stopped_at_phone',
  'stopped_at_verification',
  'stopped_at_permissions',
] as const;
export type Notice = (typeof notices)[number];

export const isNotice = (text: string | null): text is Notice => notices.some((notice) => notice === text);

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/errors */
const byStep: ReadonlyMap<string, Notice> = new Map<string, Notice>([
  ['BUSINESS_ACCOUNT_SELECTION', 'stopped_at_account'],
  ['WABA_PHONE_PROFILE_PICKER', 'stopped_at_number'],
  ['WHATSAPP_BUSINESS_PROFILE_SETUP', 'stopped_at_profile'],
  ['PHONE_NUMBER_SETUP', 'stopped_at_phone'],
  ['PHONE_NUMBER_VERIFICATION', 'stopped_at_verification'],
  ['PERMISSIONS', 'stopped_at_permissions'],
]);

/** @param step the `current_step` of the window's message `CANCEL`, which may be one that is not known */
export const noticeOfStep = (step: string): Notice => byStep.get(step) ?? 'declined';

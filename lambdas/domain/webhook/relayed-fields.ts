/**
 * The fields of the platform's callbacks that belong to a number: an override redirects these, and no others.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/override
 */
export const numberFields = [
  'messages',
  'message_echoes',
  'calls',
  'consumer_profile',
  'messaging_handovers',
  'standby',
  'smb_message_echoes',
  'smb_app_state_sync',
  'history',
  'account_settings_update',
  'group_lifecycle_update',
  'group_participants_update',
  'group_settings_update',
  'group_status_update',
] as const;
export type NumberField = (typeof numberFields)[number];

export const isOfNumber = (field: string): field is NumberField => numberFields.some((one) => one === field);

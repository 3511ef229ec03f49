/** The callback fields that the service handles. */
export const callbackFields = [
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
  'template_correct_category_detection',
  'account_update',
  'account_alerts',
  'account_review_update',
  'phone_number_quality_update',
  'phone_number_name_update',
  'business_username_updates',
  'business_capability_update',
  'security',
] as const;
export type CallbackField = (typeof callbackFields)[number];

/** One change of a callback, with the fields of its entry. */
export interface ReceivedChange {
  /** The id of the business account, or of the business that owns it. */
  readonly entryId: string;
  /** Unix seconds; null when the callback has no time. */
  readonly time: number | null;
  readonly field: CallbackField;
  readonly value: unknown;
}

/** Fields of the platform's callbacks that the service acts on. */
export const callbackFields = [
  'message_template_status_update',
  'message_template_quality_update',
  'template_category_update',
  'account_update',
  'account_alerts',
  'phone_number_quality_update',
  'phone_number_name_update',
  'business_capability_update',
] as const;
export type CallbackField = (typeof callbackFields)[number];

/** A change as the platform sent it, with what stood around it. */
export interface ReceivedChange {
  /** Of the business account, or of the business that it belongs to. */
  readonly entryId: string;
  /** Unix seconds; null: the platform did not say. */
  readonly time: number | null;
  readonly field: CallbackField;
  readonly value: unknown;
}

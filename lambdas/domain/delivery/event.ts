import { isoOf, type Milliseconds } from '../time.ts';

export const deliveryStatuses = ['sent', 'delivered', 'read', 'failed', 'deleted'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** As it came: a number stays a number, a text a text. */
export type ErrorCode = number | string | null;

interface DeliveryError {
  readonly code: ErrorCode;
  readonly title: string | null;
  readonly message: string | null;
  readonly details: string | null;
}

/** What a report may say of its message; opaque, kept byte for byte. */
export const opaqueFields = [
  'message_id',
  'client_message_id',
  'request_id',
  'template_id',
  'template_name',
  'campaign_id',
  'recipient_hash',
  'recipient_user_id',
  'user_id',
  'recipient',
] as const;
export type OpaqueField = (typeof opaqueFields)[number];
export type OpaqueValues = Readonly<Record<OpaqueField, string | null>>;

/** One reported status of one message. `customer_id` is the customer the instance had then. */
export interface DeliveryEvent extends OpaqueValues {
  /** UUIDv7. */
  readonly id: string;
  readonly instance_id: string;
  readonly customer_id: string;
  readonly phone_number_id: string;
  readonly status: DeliveryStatus;
  /** Null when the report had none of its four parts. */
  readonly error: DeliveryError | null;
  readonly occurred_at: Milliseconds;
  readonly received_at: Milliseconds;
}

/** How long an event is kept after it occurred. */
export const eventLifetime: Milliseconds = 90 * 24 * 60 * 60 * 1000;

/** The event as the interface shows it: times in ISO 8601. */
export const shownEvent = (event: DeliveryEvent) => {
  const { id, instance_id, customer_id, phone_number_id, status, error } = event;
  const { message_id, client_message_id, request_id, template_id, template_name, campaign_id } = event;
  const { recipient_hash, recipient_user_id, user_id, recipient } = event;
  return {
    ...{ id, instance_id, customer_id, phone_number_id, status },
    ...{ message_id, client_message_id, request_id, template_id, template_name, campaign_id },
    ...{ recipient_hash, recipient_user_id, user_id, recipient, error },
    occurred_at: isoOf(event.occurred_at),
    received_at: isoOf(event.received_at),
  };
};

import { isoOf, type Milliseconds } from '../../kernel/time.ts';

export const deliveryStatuses = ['sent', 'delivered', 'read', 'failed', 'deleted'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The error code with the type that the report gave it. */
export type ErrorCode = number | string | null;

interface DeliveryError {
  readonly code: ErrorCode;
  readonly title: string | null;
  readonly message: string | null;
  readonly details: string | null;
}

/** Identifiers in a report. They are opaque and stored byte for byte. */
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

/** One reported status of one message. `customer_id` is the customer of the instance at the time of the report. */
export interface DeliveryEvent extends OpaqueValues {
  /** UUIDv7. */
  readonly id: string;
  readonly instance_id: string;
  readonly customer_id: string;
  readonly phone_number_id: string;
  readonly status: DeliveryStatus;
  /** Null when the report had none of the four error fields. */
  readonly error: DeliveryError | null;
  readonly occurred_at: Milliseconds;
  readonly received_at: Milliseconds;
}

/** How long an event is shown after it occurred. */
export const eventLifetime: Milliseconds = 90 * 24 * 60 * 60 * 1000;

/** The event as the API shows it, with times in ISO 8601. */
export const shownEvent = (event: DeliveryEvent) => {
  const { id, instance_id, customer_id, phone_number_id, status, error } = event;
  const { message_id, client_message_id, request_id, template_id, template_name, campaign_id } = event;
  const { recipient_hash, recipient_user_id, user_id, recipient } = event;
  return {
    id,
    instance_id,
    customer_id,
    phone_number_id,
    status,
    message_id,
    client_message_id,
    request_id,
    template_id,
    template_name,
    campaign_id,
    recipient_hash,
    recipient_user_id,
    user_id,
    recipient,
    error,
    occurred_at: isoOf(event.occurred_at),
    received_at: isoOf(event.received_at),
  };
};

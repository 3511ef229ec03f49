import { dayLength, type Milliseconds } from './time-grid.ts';

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
export const eventLifetime: Milliseconds = 90 * dayLength;

/** What a message counts as. States ascend from sent to delivered to read. A failure does not undo a delivery. */
export const messageStates = ['sent', 'delivered', 'read', 'failed', 'failed_by_recipient'] as const;
export type MessageState = (typeof messageStates)[number];

/** How an event changed the state of its message. */
export interface MessageEffect {
  /** The event is the first of the message. */
  readonly first: boolean;
  /** The message counts as delivered from now on. */
  readonly delivered: boolean;
  readonly read: boolean;
  /** +1: the message counts as failed from now on. -1: it counted as failed, and was delivered. */
  readonly failed: -1 | 0 | 1;
  /** Whether the recipient caused that failure. */
  readonly byRecipient: boolean;
  /**
   * The message before the event: its state, and the time of its earliest event until then. Without it the change counts at the time of the
   * event, because the event is the message's first, or of a version that counted all changes so. `left` is only in an echo.
   */
  readonly message?:
    | { readonly kind: 'known'; readonly since: Milliseconds; readonly state: MessageState }
    | { readonly kind: 'left'; readonly state: MessageState };
}

/** An event in the index, with its effect on its message, so that the counts can be computed from the events. */
export interface IndexedEvent extends DeliveryEvent {
  readonly effect: MessageEffect;
}

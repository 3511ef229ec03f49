import type { DeliveryEvent, DeliveryStatus, ErrorCode, OpaqueValues } from '@swift-worker/time-index/event.ts';
import type { Milliseconds } from '../../kernel/time.ts';

/** A parsed report. `occurred_at` is resolved. */
export interface StatusReport extends OpaqueValues {
  readonly phone_number_id: string;
  readonly status: DeliveryStatus;
  readonly error_code: ErrorCode;
  readonly error_title: string | null;
  readonly error_message: string | null;
  readonly error_details: string | null;
  readonly occurred_at: Milliseconds;
}

/** The instance of a phone number and its customer, at the time of the report. */
export interface ReportingInstance {
  readonly instance_id: string;
  readonly customer_id: string;
}

export const reportedEvent = (
  id: string,
  instance: ReportingInstance,
  report: StatusReport,
  now: Milliseconds,
): DeliveryEvent => {
  const { error_code: code, error_title: title, error_message: message, error_details: details, ...rest } = report;
  const isError = code !== null || title !== null || message !== null || details !== null;
  return {
    ...rest,
    id,
    instance_id: instance.instance_id,
    customer_id: instance.customer_id,
    error: isError ? { code, title, message, details } : null,
    received_at: now,
  };
};

/** What identifies a message within a partner and a phone number. */
export interface MessageIdentity {
  readonly kind: 'message_id' | 'client_message_id' | 'request_id' | 'event';
  readonly value: string;
}

/** The first identifier that the report has. A report without any is a message of its own. */
export const messageIdentity = (event: DeliveryEvent): MessageIdentity => {
  for (const kind of ['message_id', 'client_message_id', 'request_id'] as const) {
    const value = event[kind];
    if (value !== null) return { kind, value };
  }
  return { kind: 'event', value: event.id };
};

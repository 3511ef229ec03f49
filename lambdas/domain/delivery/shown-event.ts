import type { DeliveryEvent } from '@swift-worker/time-index/event.ts';
import { isoOf } from '../../kernel/time.ts';

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

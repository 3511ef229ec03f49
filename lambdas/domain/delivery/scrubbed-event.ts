import type { DeliveryEvent } from '@swift-worker/time-index/event.ts';

/** The event without identifiers and error texts. Its position and its counts stay the same. */
export const scrubbedEvent = <E extends DeliveryEvent>(event: E): E => ({
  ...event,
  message_id: null,
  client_message_id: null,
  request_id: null,
  template_id: null,
  template_name: null,
  campaign_id: null,
  recipient_hash: null,
  recipient_user_id: null,
  user_id: null,
  recipient: null,
  error: event.error === null ? null : { code: event.error.code, title: null, message: null, details: null },
});

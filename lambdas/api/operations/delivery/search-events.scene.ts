import type { Scene } from '../../scenes/scene.ts';
import { at, customerId, instanceId, later, messageId, pageOf, phoneNumberId, reportId } from '../../scenes/records.ts';

const event = {
  id: reportId,
  instance_id: instanceId,
  customer_id: customerId,
  phone_number_id: phoneNumberId,
  status: 'delivered',
  message_id: messageId,
  client_message_id: 'order-4711-confirmation',
  request_id: null,
  template_id: null,
  template_name: 'order_confirmation',
  campaign_id: null,
  recipient_hash: 'f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2',
  recipient_user_id: null,
  user_id: null,
  recipient: null,
  error: null,
  occurred_at: at,
  received_at: later,
};

export const searchDeliveryEvents: Scene = {
  route: 'search-partner-delivery-events',
  scope: 'platform_risk.read',
  example: {
    request: {
      instance_id: instanceId,
      date_from: '2026-03-01',
      date_to: '2026-03-01',
      status: event.status,
      error_code: '131026',
      message_id: event.message_id,
      page: 1,
      page_size: 50,
    },
    responses: { 200: pageOf(event) },
  },
};

import { isoOf } from '../../../kernel/time.ts';
import type { Given, Ground } from '../../scenes/ground.ts';
import { at, customerId, instanceId, later, messageId, pageOf, phoneNumberId, reportId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

const everyDay = ({ reported: { from, to } }: Ground, more: Given): Given => ({
  page_size: 200,
  date_from: isoOf(from),
  date_to: isoOf(to),
  ...more,
});

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
  cases: [
    { about: 'of a message, among 24 h', status: 200, as: 'populous', given: () => ({ message_id: 'wamid.none' }) },
    { about: '30 days, page 1', status: 200, as: 'populous', given: (ground) => everyDay(ground, { page: 1 }) },
    {
      about: '30 days, page 50',
      status: 200,
      as: 'populous',
      isLarge: true,
      given: (ground) => everyDay(ground, { page: 50 }),
    },
    {
      about: '30 days, page 120',
      status: 200,
      as: 'populous',
      isLarge: true,
      given: (ground) => everyDay(ground, { page: 120 }),
    },
    {
      about: '30 days, of a status, page 1',
      status: 200,
      as: 'populous',
      given: (ground) => everyDay(ground, { page: 1, status: 'failed' }),
    },
    {
      about: '30 days, of an error code, page 1',
      status: 200,
      as: 'populous',
      given: (ground) => everyDay(ground, { page: 1, error_code: 131026 }),
    },
  ],
};

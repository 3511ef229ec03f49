import type { Examples } from './example.ts';
import { at, customerId, instanceId, instanceListItem, later, pageOf } from './records.ts';

const phone_number_id = instanceListItem.platform_phone_number_id;
const eventId = '01980000-0000-7000-8000-000000000071';
const message_id = 'wamid.HBgLNDkzMDkwMTgyMA';
const counts = { sent: 40, delivered: 38, read: 21, failed: 1, deleted: 0 };
const judged = {
  counts,
  messages: 40,
  rates: { delivered: 0.95, read: 0.525, failed: 0.025 },
  verdict: 'healthy',
};
const event = {
  id: eventId,
  instance_id: instanceId,
  customer_id: customerId,
  phone_number_id,
  status: 'delivered',
  message_id,
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

export const deliveryExamples: Examples = {
  'report-partner-message-status': {
    request: {
      phone_number_id,
      status: 'delivered',
      message_id,
      client_message_id: 'order-4711-confirmation',
      template_name: 'order_confirmation',
      recipient_hash: 'f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2',
      occurred_at: 1772357400,
    },
    responses: { 200: { event_id: eventId, duplicate: true }, 201: { event_id: eventId, duplicate: false } },
  },
  'report-partner-message-delivery-failure': {
    request: {
      phone_number_id,
      status: 'failed',
      message_id,
      error_code: 131026,
      error_title: 'Message undeliverable',
      occurred_at: at,
    },
    responses: { 200: { event_id: eventId, duplicate: true }, 201: { event_id: eventId, duplicate: false } },
  },
  'report-partner-message-statuses': {
    request: {
      reports: [
        { phone_number_id, status: 'sent', message_id, occurred_at: at },
        { phone_number_id, status: 'delivered', message_id, occurred_at: later },
        { phone_number_id: '999', status: 'sent', message_id },
      ],
    },
    responses: {
      200: {
        items: [
          { status: 201, event_id: eventId, duplicate: false, error: null },
          { status: 200, event_id: '01980000-0000-7000-8000-000000000072', duplicate: true, error: null },
          {
            status: 404,
            event_id: null,
            duplicate: false,
            error: {
              code: 'not_found',
              message: 'an instance of the partner that was connected to phone_number_id was not found',
            },
          },
        ],
      },
    },
  },
  'search-partner-delivery-events': {
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
  'get-partner-delivery-health': {
    request: { customer_id: customerId, window_hours: 1 },
    responses: {
      200: {
        health: {
          window_hours: 1,
          from: '2026-03-01T09:00:00.000Z',
          to: later,
          ...judged,
          top_errors: [{ code: 131026, title: 'Message undeliverable', count: 1 }],
          series: [{ at: '2026-03-01T09:00:00.000Z', counts }],
          by_instance: [{ instance_id: instanceId, ...judged }],
        },
      },
    },
  },
};

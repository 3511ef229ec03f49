import * as z from 'zod/mini';
import { deliveryStatuses } from '@swift-worker/time-index/event.ts';
import { verdicts } from '../../domain/delivery/health.ts';

const id = z.uuid();
const time = z.iso.datetime();
const text = z.nullable(z.string());
const errorCode = z.nullable(z.union([z.number(), z.string()]));

export const deliveryEventView = z.object({
  id,
  instance_id: id,
  customer_id: id,
  phone_number_id: z.string(),
  status: z.enum(deliveryStatuses),
  message_id: text,
  client_message_id: text,
  request_id: text,
  template_id: text,
  template_name: text,
  campaign_id: text,
  recipient_hash: text,
  recipient_user_id: text,
  user_id: text,
  recipient: text,
  error: z.nullable(z.object({ code: errorCode, title: text, message: text, details: text })),
  occurred_at: time,
  received_at: time,
});

const counts = z.object({ sent: z.int(), delivered: z.int(), read: z.int(), failed: z.int(), deleted: z.int() });
const rate = z.nullable(z.number());
const judged = {
  counts,
  messages: z.int(),
  rates: z.object({ delivered: rate, read: rate, failed: rate }),
  verdict: z.enum(verdicts),
};

export const deliveryHealthView = z.object({
  window_hours: z.int(),
  from: time,
  to: time,
  ...judged,
  top_errors: z.array(z.object({ code: errorCode, title: text, count: z.int() })),
  series: z.array(z.object({ at: time, counts })),
  by_instance: z.optional(z.array(z.object({ instance_id: id, ...judged }))),
});

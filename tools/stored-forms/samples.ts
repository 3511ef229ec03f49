import type { DeliveryEvent, IndexedEvent, MessageEffect } from '@swift-worker/time-index/event.ts';
import type { Tally } from '@swift-worker/time-index/tally.ts';

/** Values of which several forms are made. Every word is written out: an order of the domain must not change a fixture. */

/** A UUIDv7 of a number. */
export const sampleId = (number: number): string => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** 21 September 2026, 14:13:20 UTC. */
export const sampleTime = 1_790_000_000_000;

export const unicode = 'Zoë 😀 \u0001 "\\ ß';

const noEffect: MessageEffect = {
  first: false,
  delivered: false,
  read: false,
  failed: 0,
  byRecipient: false,
};

/** An event with no field that may be absent. */
export const leastEvent: IndexedEvent = {
  id: sampleId(1),
  instance_id: sampleId(2),
  customer_id: sampleId(3),
  phone_number_id: '',
  status: 'sent',
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
  error: null,
  occurred_at: 0,
  received_at: 0,
  effect: noEffect,
};

/** An event with every field, each with a value of its own. */
export const fullEvent: IndexedEvent = {
  id: sampleId(11),
  instance_id: sampleId(12),
  customer_id: sampleId(13),
  phone_number_id: '1066',
  status: 'failed',
  message_id: 'wamid.message',
  client_message_id: unicode,
  request_id: 'request',
  template_id: 'template',
  template_name: 'template_name',
  campaign_id: 'campaign',
  recipient_hash: '0123456789abcdef'.repeat(4),
  recipient_user_id: 'recipient_user',
  user_id: 'user',
  recipient: '+15550100',
  error: { code: 131_026, title: 'title', message: 'message', details: 'details' },
  occurred_at: sampleTime - 1_500,
  received_at: sampleTime,
  effect: { ...noEffect, first: true, failed: 1, byRecipient: true },
};

const event = (fields: Partial<IndexedEvent>): IndexedEvent => ({
  ...leastEvent,
  occurred_at: sampleTime,
  received_at: sampleTime,
  ...fields,
});

const effect = (fields: Partial<MessageEffect>): MessageEffect => ({ ...noEffect, ...fields });
const error = (code: number | string | null, title: string | null = null): DeliveryEvent['error'] => ({
  code,
  title,
  message: null,
  details: null,
});

export const sampleEvents: Readonly<Record<string, IndexedEvent>> = {
  least: leastEvent,
  full: fullEvent,
  sent: event({ status: 'sent', message_id: '', effect: effect({ first: true }) }),
  delivered: event({ status: 'delivered', client_message_id: 'c', effect: effect({ delivered: true }) }),
  read: event({ status: 'read', request_id: 'r', effect: effect({ delivered: true, read: true }) }),
  deleted: event({ status: 'deleted', template_id: 't' }),
  recovered: event({ status: 'read', effect: effect({ read: true, failed: -1, byRecipient: true }) }),
  'upper hash': event({ recipient_hash: '0123456789ABCDEF'.repeat(4) }),
  'other hash': event({ recipient_hash: unicode, template_name: 'n' }),
  'before it was received': event({ occurred_at: sampleTime + 1, campaign_id: 'k' }),
  'latest time': event({ occurred_at: 1, received_at: 2 ** 46 }),
  'text as code': event({ status: 'failed', error: error('131026', unicode) }),
  'no code': event({ status: 'failed', error: error(null) }),
  'fraction as code': event({ status: 'failed', error: error(-1.5) }),
  'largest code': event({ status: 'failed', error: error(2 ** 53 - 1) }),
  'negative code': event({ status: 'failed', error: error(-131_026) }),
  'long text': event({ recipient_user_id: 'é'.repeat(200), user_id: 'u', recipient: '1' }),
};

/** Events of messages that belong to another time. */
export const placedEvents: Readonly<Record<string, IndexedEvent>> = {
  'of an earlier message': event({
    status: 'delivered',
    effect: effect({ delivered: true, message: { kind: 'known', since: sampleTime - 7_200_000, state: 'sent' } }),
  }),
  'of a later message': event({
    status: 'sent',
    effect: effect({ message: { kind: 'known', since: sampleTime + 1, state: 'failed_by_recipient' } }),
  }),
  echo: event({ effect: effect({ message: { kind: 'left', state: 'read' } }) }),
};

/** Every count has a value of its own. */
export const fullTally: Tally = {
  sent: 1,
  delivered: 2,
  read: 3,
  failed: 4,
  deleted: 5,
  messages: 6,
  messages_delivered: 700,
  messages_read: 8,
  messages_failed: -9,
  messages_failed_by_recipient: 2 ** 40,
};

export const noTally: Tally = {
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  deleted: 0,
  messages: 0,
  messages_delivered: 0,
  messages_read: 0,
  messages_failed: 0,
  messages_failed_by_recipient: 0,
};

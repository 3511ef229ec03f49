import { newCustomer, type Customer } from '../customer.ts';
import { apiVersion, callbackType, eventTypes, noSubject, type EventContent, type EventSubject } from '../event.ts';
import type { EventInstance } from '../instance-event.ts';
import type { InstanceListItem } from '../instance.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { testCallbackData, type TestCallback } from './test-callback.ts';

/** The types of test events: those of events, callbacks of the platform, and the ping. */
export const testEventTypes = [...eventTypes, callbackType, 'service.ping'] as const satisfies readonly (
  EventContent['type'] | typeof callbackType | 'service.ping'
)[];
type TestEventType = (typeof testEventTypes)[number];

/** A test event before its data is made up. */
export interface TestEventOrder {
  readonly id: string;
  readonly type: TestEventType;
  /** What a callback is about. */
  readonly callback: TestCallback;
  readonly partnerId: string;
  readonly environment: string;
  readonly now: Milliseconds;
  /** Ids of records that do not exist. They are new in each test event, as `sequence` begins with 1 for each customer. */
  readonly newId: (now: Milliseconds) => string;
}

const reason = 'A test event with made-up data';

const customerOf = ({ newId, now }: TestEventOrder, name: string): Customer =>
  newCustomer(
    newId(now),
    'test-event',
    { customer_name: name, customer_email: 'test@example.com', customer_phone: '+12025550123', metadata: {} },
    now,
  );

const instanceOf = ({ newId, now }: TestEventOrder): InstanceListItem => ({
  id: newId(now),
  instance_key: 'test-event',
  status: 'connected',
  platform_phone_number_id: '100000000000001',
  platform_waba_id: '200000000000001',
  occupies_slot: true,
  slot_state: 'occupied',
});

const minutesAhead = (order: TestEventOrder, minutes: number): string => isoOf(order.now + minutes * 60_000);

const lineOf = (order: TestEventOrder, changes: Partial<EventInstance> = {}): EventInstance => ({
  ...instanceOf(order),
  partner_customer_id: order.newId(order.now),
  display_phone_number: '+1 202-555-0123',
  verified_name: 'Example Customer',
  name_status: 'APPROVED',
  username: 'example.customer',
  quality_rating: 'GREEN',
  messaging_limit: 'TIER_2K',
  throughput_level: 'STANDARD',
  platform_status: 'CONNECTED',
  can_send_message: 'AVAILABLE',
  platform_errors: [],
  connected_at: isoOf(order.now),
  token_expires_at: minutesAhead(order, 60 * 24 * 60),
  token_expires_within_days: null,
  last_error: null,
  ...changes,
});

type LineEvent = Extract<EventContent, { readonly data: { readonly instance: EventInstance } }>;

const lineEventOf = (order: TestEventOrder, type: LineEvent['type']): LineEvent => {
  const dataOf = (changes: Partial<EventInstance>, previous: Readonly<Record<string, unknown>>) => ({
    instance: lineOf(order, changes),
    previous,
    changed_fields: Object.keys(previous),
    reason,
  });
  switch (type) {
    case 'service.partner.instance.connected':
      return { type, data: dataOf({}, { status: 'connecting', slot_state: 'reserved', connected_at: null }) };
    case 'service.partner.instance.reconnect_required': {
      const error = { code: 'platform_190', message: reason, at: isoOf(order.now) };
      return { type, data: dataOf({ status: 'reconnect_required', last_error: error }, { status: 'connected' }) };
    }
    case 'service.partner.instance.updated':
      return { type, data: dataOf({ quality_rating: 'YELLOW' }, { quality_rating: 'GREEN' }) };
    case 'service.partner.instance.deactivated': {
      const ended = { status: 'inactive', occupies_slot: false, slot_state: 'released' } as const;
      return {
        type,
        data: dataOf({ ...ended, token_expires_at: null }, { status: 'connected', slot_state: 'occupied' }),
      };
    }
  }
};

const sessionEndOf = (order: TestEventOrder): EventContent => ({
  type: 'service.partner.connect_session.ended',
  data: {
    session: {
      id: order.newId(order.now),
      instance_id: order.newId(order.now),
      mode: 'connect',
      status: 'completed',
      expires_at: minutesAhead(order, 60),
      error: null,
    },
    previous: { status: 'in_progress' },
    changed_fields: ['status'],
    reason,
  },
});

const templateUpdateOf = (order: TestEventOrder): EventContent => ({
  type: 'service.partner.template.updated',
  data: {
    template: {
      template_id: '300000000000001',
      platform_waba_id: '200000000000001',
      name: 'test_event',
      language: 'en_US',
      category: 'UTILITY',
      status: 'APPROVED',
      quality_score: 'GREEN',
      rejected_reason: null,
      category_change: { category: 'MARKETING', at: minutesAhead(order, 24 * 60) },
    },
    previous: { category_change: null },
    changed_fields: ['category_change'],
    reason,
  },
});

const contentOf = (order: TestEventOrder, type: EventContent['type']): EventContent => {
  const { newId, now } = order;
  switch (type) {
    case 'service.partner.customer.updated':
      return {
        type,
        data: {
          customer: customerOf(order, 'Example Customer'),
          previous: { customer_name: 'Example' },
          changed_fields: ['customer_name'],
          reason,
        },
      };
    case 'service.partner.customer.merged': {
      const target = customerOf(order, 'Example Customer');
      const source = customerOf(order, 'Example Customer (duplicate)');
      return {
        type,
        data: {
          source_customer: { ...source, status: 'merged', merged_into: target.customer_id },
          target_customer: { ...target, instance_count: 1 },
          moved_instances: 1,
          reason,
        },
      };
    }
    case 'service.partner.instance.moved':
      return {
        type,
        data: {
          instance: instanceOf(order),
          from_customer_id: newId(now),
          to_customer_id: newId(now),
          reason,
        },
      };
    case 'service.partner.customer.erasure_started':
    case 'service.partner.customer.erased':
    case 'service.partner.customer.erasure_failed':
      return { type, data: { customer_id: newId(now), erasure_id: newId(now) } };
    case 'service.partner.instance.connected':
    case 'service.partner.instance.reconnect_required':
    case 'service.partner.instance.updated':
    case 'service.partner.instance.deactivated':
      return lineEventOf(order, type);
    case 'service.partner.connect_session.ended':
      return sessionEndOf(order);
    case 'service.partner.template.updated':
      return templateUpdateOf(order);
  }
};

/** The subject of an event with made-up data. */
const subjectOf = (order: TestEventOrder, { type, data }: EventContent): EventSubject => {
  const madeUp = { customer_id: order.newId(order.now), external_customer_id: 'test-event', instance_id: null };
  switch (type) {
    case 'service.partner.customer.updated':
      return { ...madeUp, customer_id: data.customer.customer_id };
    case 'service.partner.customer.merged':
      return { ...madeUp, customer_id: data.target_customer.customer_id };
    case 'service.partner.instance.moved':
      return { ...madeUp, customer_id: data.to_customer_id, instance_id: data.instance.id };
    case 'service.partner.customer.erasure_started':
    case 'service.partner.customer.erased':
    case 'service.partner.customer.erasure_failed':
      return { ...madeUp, customer_id: data.customer_id, external_customer_id: null };
    case 'service.partner.instance.connected':
    case 'service.partner.instance.reconnect_required':
    case 'service.partner.instance.updated':
    case 'service.partner.instance.deactivated':
      return { ...madeUp, customer_id: data.instance.partner_customer_id, instance_id: data.instance.id };
    case 'service.partner.connect_session.ended':
      return { ...madeUp, instance_id: data.session.instance_id };
    case 'service.partner.template.updated':
      return noSubject;
  }
};

const numbered = (order: TestEventOrder, type: EventContent['type']) => {
  const content = contentOf(order, type);
  return { sequence: 1, subject: subjectOf(order, content), data: content.data };
};

const madeUpOf = (order: TestEventOrder) => {
  const { type, callback, newId, now } = order;
  if (type === 'service.ping') return { data: {} };
  if (type !== callbackType) return numbered(order, type);
  const subject = { customer_id: newId(now), external_customer_id: 'test-event', instance_id: newId(now) };
  return { subject, data: testCallbackData(callback, newId(now), now) };
};

/** The request body of a test event: that of an event of the type, with made-up data and `test`. */
export const testEventBody = (order: TestEventOrder): string => {
  const { id, type, partnerId, environment, now } = order;
  return JSON.stringify({
    id,
    type,
    api_version: apiVersion,
    timestamp: isoOf(now),
    partner_id: partnerId,
    environment,
    test: true,
    ...madeUpOf(order),
  });
};

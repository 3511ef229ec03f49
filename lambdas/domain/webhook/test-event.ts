import { newCustomer, type Customer } from '../customer.ts';
import { apiVersion, type EventContent } from '../event.ts';
import type { InstanceListItem } from '../instance.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';

/** The types of test events: those of events, and the ping. */
export const testEventTypes = [
  'service.partner.customer.updated',
  'service.partner.customer.merged',
  'service.partner.instance.moved',
  'service.partner.customer.erasure_started',
  'service.partner.customer.erased',
  'service.partner.customer.erasure_failed',
  'service.ping',
] as const satisfies readonly (EventContent['type'] | 'service.ping')[];
type TestEventType = (typeof testEventTypes)[number];

/** A test event before its data is made up. */
export interface TestEventOrder {
  readonly id: string;
  readonly type: TestEventType;
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
  }
};

/** The request body of a test event: that of an event of the type, with made-up data and `test`. */
export const testEventBody = (order: TestEventOrder): string => {
  const { id, type, partnerId, environment, now } = order;
  const content = type === 'service.ping' ? { data: {} } : { sequence: 1, data: contentOf(order, type).data };
  return JSON.stringify({
    id,
    type,
    api_version: apiVersion,
    timestamp: isoOf(now),
    partner_id: partnerId,
    environment,
    test: true,
    ...content,
  });
};

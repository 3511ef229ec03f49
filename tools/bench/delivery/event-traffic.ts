import { createHash } from 'node:crypto';
import type { DeliveryEvent, DeliveryStatus } from '@swift-worker/time-index/event.ts';

/** Realistic delivery reports of a partner, the same for the same seed. */

export interface Instance {
  readonly instance_id: string;
  readonly customer_id: string;
  readonly phone_number_id: string;
}

export interface TrafficOptions {
  readonly instances: readonly Instance[];
  /** Messages are sent at an even rate between these times (milliseconds). */
  readonly from: number;
  readonly to: number;
  readonly messages: number;
  readonly seed: number;
}

/** Mulberry32, a small and fast generator for test data. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const hexOf = (random: () => number, digits: number): string =>
  Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');

/** A UUIDv7 from the seeded random numbers. */
const idAt = (time: number, random: () => number): string => {
  const stamp = time.toString(16).padStart(12, '0');
  const tail = hexOf(random, 18);
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6)}`;
};

export const instancesOf = (
  instances: number,
  customers: number,
  random: () => number,
  since: number,
): readonly Instance[] => {
  const customerIds = Array.from({ length: customers }, () => idAt(since, random));
  return Array.from({ length: instances }, (_, instance) => ({
    instance_id: idAt(since, random),
    customer_id: customerIds[instance % customers] ?? '',
    phone_number_id: String(106_540_000_000_000 + Math.floor(random() * 1e9)),
  }));
};

const failures = [
  { code: 131026, title: 'Message undeliverable', message: 'Message undeliverable', details: 'Message Undeliverable.' },
  { code: 131049, title: 'Healthy ecosystem engagement', message: 'This message was not delivered', details: null },
  {
    code: 131000,
    title: 'Something went wrong',
    message: 'Something went wrong',
    details: 'Message failed to send because of an unknown error.',
  },
] as const;

interface Step {
  readonly status: DeliveryStatus;
  readonly after: number;
}

/** Most arrive within seconds, half are read, some of them hours later; one in twenty fails. */
const fateOf = (random: () => number): readonly Step[] => {
  const sent = { status: 'sent', after: 0 } as const;
  if (random() < 0.05) return [sent, { status: 'failed', after: 500 + random() * 4_000 }];
  const arrival = 700 + random() * 3_000;
  const delivered = { status: 'delivered', after: arrival } as const;
  if (random() < 0.5) return [sent, delivered];
  return [sent, delivered, { status: 'read', after: arrival + 5_000 + Math.exp(random() * 9) * 1_000 }];
};

/** Reports in the order of their receipt. */
export const trafficOf = (options: TrafficOptions): readonly DeliveryEvent[] => {
  const random = randomFrom(options.seed);
  const span = options.to - options.from;
  const events = Array.from({ length: options.messages }, (_, number) => {
    const instance = options.instances[Math.floor(random() * options.instances.length)];
    if (instance === undefined) throw new Error('there are no instances');
    const begun = Math.floor(options.from + (span * number) / options.messages);
    const phone = 5_511_900_000_000 + Math.floor(random() * 1e8);
    const messageId = `wamid.${Buffer.from(`\x1d\x08${phone}\x15\x02\x00\x11\x18\x12${hexOf(random, 18).toUpperCase()}\x00`).toString('base64')}`;
    const recipientHash = createHash('sha256').update(String(phone)).digest('hex');
    const campaign = `campaign-${Math.floor(number / 5_000)}`;
    return fateOf(random).map(({ status, after }): DeliveryEvent => {
      const occurredAt = Math.floor((begun + after) / 1_000) * 1_000;
      const receivedAt = Math.floor(begun + after + 300 + random() * 1_200);
      return {
        id: idAt(receivedAt, random),
        ...instance,
        status,
        message_id: messageId,
        client_message_id: null,
        request_id: null,
        template_id: '594425479261596',
        template_name: 'order_confirmation_v2',
        campaign_id: campaign,
        recipient_hash: recipientHash,
        recipient_user_id: null,
        user_id: null,
        recipient: null,
        error: status === 'failed' ? (failures[Math.floor(random() * failures.length)] ?? null) : null,
        occurred_at: occurredAt,
        received_at: receivedAt,
      };
    });
  }).flat();
  return events.sort((left, right) => left.received_at - right.received_at || (left.id < right.id ? -1 : 1));
};

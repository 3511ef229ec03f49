import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { packEvent, packIndexedEvent, unpackEvent } from '@swift-worker/time-index/event-codec.ts';
import {
  deliveryStatuses,
  messageStates,
  opaqueFields,
  type DeliveryEvent,
  type IndexedEvent,
} from '@swift-worker/time-index/event.ts';
import { packed, segmentsOf, unpackSegment } from '@swift-worker/time-index/segment.ts';
import { plainEvent, uuidOf } from '../delivery/reports.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const optional = fc.option(text);
const code = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  text,
);
const hash = fc.oneof(
  optional,
  fc.stringMatching(/^[0-9a-f]{64}$/),
  fc.stringMatching(/^[0-9A-F]{64}$/),
  fc.stringMatching(/^[0-9a-fA-F]{64}$/),
);
const opaque = Object.fromEntries(opaqueFields.map((field) => [field, field === 'recipient_hash' ? hash : optional]));
const time = fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 });
const message = fc.oneof(
  fc.record({ kind: fc.constant('known' as const), since: time, state: fc.constantFrom(...messageStates) }),
  fc.record({ kind: fc.constant('left' as const), state: fc.constantFrom(...messageStates) }),
);
const effect = fc.record(
  {
    first: fc.boolean(),
    delivered: fc.boolean(),
    read: fc.boolean(),
    failed: fc.constantFrom(-1 as const, 0 as const, 1 as const),
    byRecipient: fc.boolean(),
    message,
  },
  { requiredKeys: ['first', 'delivered', 'read', 'failed', 'byRecipient'] },
);
const uuid = fc.uuid({ version: 7 });

const indexedEvent: fc.Arbitrary<IndexedEvent> = fc
  .record({
    ids: fc.tuple(uuid, uuid, uuid),
    phone: text,
    status: fc.constantFrom(...deliveryStatuses),
    error: fc.option(fc.record({ code, title: optional, message: optional, details: optional })),
    times: fc.tuple(time, time),
    opaque: fc.record(opaque),
    effect,
  })
  .map(
    ({
      ids: [id, instance_id, customer_id],
      phone,
      status,
      error,
      times: [occurred_at, received_at],
      opaque: values,
      effect: moved,
    }) => ({
      ...plainEvent(id, {
        ...values,
        instance_id,
        customer_id,
        phone_number_id: phone,
        status,
        error,
        occurred_at,
        received_at,
      }),
      effect: moved,
    }),
  );

describe('a packed event', () => {
  test('is unpacked as it was, byte for byte and type for type', () => {
    fc.assert(
      fc.property(indexedEvent, (event) => {
        expect(unpackEvent(packIndexedEvent(event))).toEqual(event);
      }),
      { numRuns: 1_000 },
    );
  });

  test('keeps similar values apart', () => {
    const values = [
      'BR.1A2b',
      '0012',
      '12',
      '1e3',
      'ação',
      'ação',
      ' x ',
      '',
      '\u0001',
      '🇧🇷',
      'A'.repeat(64),
      'aF'.repeat(32),
    ];
    for (const value of values) {
      const event = plainEvent(uuidOf(9, 1), {
        recipient: value,
        user_id: value,
        recipient_hash: value,
        message_id: value,
      });
      expect(unpackEvent(packEvent(event))).toMatchObject(event);
    }
  });

  test('takes less than 1 KB for the three statuses of a usual message', () => {
    const usual = (status: DeliveryEvent['status']): DeliveryEvent =>
      plainEvent(uuidOf(9, 1), {
        status,
        phone_number_id: '106540352242922',
        message_id: 'wamid.HBgNNTUxMTk4NzY1NDMyMRUCABEYEjNBMDdGQUQ4RTlCNkM1RDRFMwA=',
        template_id: '594425479261596',
        template_name: 'order_confirmation_v2',
        campaign_id: 'spring-campaign-2026',
        recipient_hash: 'c0ffee00'.repeat(8),
        recipient_user_id: 'BR.13491208655302741918',
        occurred_at: 1_779_273_000_000,
        received_at: 1_779_273_001_234,
      });
    const bytes = (['sent', 'delivered', 'read'] as const).reduce(
      (sum, status) => sum + packEvent(usual(status)).length,
      0,
    );
    expect(bytes).toBeLessThan(880);
  });

  test('is distinguished from other bytes', () => {
    expect(() => unpackEvent(new Uint8Array([9, 0, 0]))).toThrow('the form delivery-event has no version');
    expect(() => unpackEvent(packEvent(plainEvent(uuidOf(9, 1), {})).subarray(0, 40))).toThrow('past the end');
  });
});

describe('a segment', () => {
  test('returns its events in their order', () => {
    fc.assert(
      fc.property(fc.array(indexedEvent, { minLength: 1, maxLength: 12 }), (events) => {
        const segments = segmentsOf(events.map(packed), 3);
        expect(segments.flatMap(({ body }) => unpackSegment(body))).toEqual(events);
        expect(segments.reduce((sum, { count }) => sum + count, 0)).toBe(events.length);
      }),
    );
  });

  test('fits into an item of DynamoDB however long its events are', () => {
    const noise = (seed: number): string =>
      Array.from({ length: 20_000 }, (_, place) =>
        String.fromCharCode(33 + ((place * 7 + seed * 31 + place * place) % 90)),
      ).join('');
    const events = Array.from({ length: 30 }, (_, number) => ({
      ...plainEvent(uuidOf(9, number), { error: { code: 1, title: null, message: noise(number), details: null } }),
      effect: { first: true, delivered: false, read: false, failed: 0, byRecipient: false } as const,
    }));
    for (const { body } of segmentsOf(events.map(packed), 0)) expect(body.length).toBeLessThan(120_000);
  });

  test('has another name for another version of its list, and the same name for the same version', () => {
    const events = [
      packed({
        ...plainEvent(uuidOf(9, 1), {}),
        effect: { first: true, delivered: false, read: false, failed: 0, byRecipient: false },
      }),
    ];
    const [name] = segmentsOf(events, 1).map((segment) => segment.name);
    expect(segmentsOf(events, 1).map((segment) => segment.name)).toEqual([name]);
    expect(segmentsOf(events, 2).map((segment) => segment.name)).not.toEqual([name]);
  });
});

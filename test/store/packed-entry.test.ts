import { describe, expect, test } from '@jest/globals';
import { marshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import type { HistoryEntry } from '../../lambdas/domain/history.ts';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { packEntry, unpackEntry, withoutData, type PackedEntry } from '../../lambdas/store/customers/packed-entry.ts';
import { packEntryVersion1 } from '../../tools/harness/earlier-entries.ts';
import { traceParams } from '../../lambdas/store/customers/history.ts';
import { itemSize } from '@swift-worker/local-cloud/services/item-size.ts';

const now = Date.UTC(2030, 0, 2, 3, 4, 5);

const entryOf = (previous: HistoryEntry['previous'], next: HistoryEntry['new']): HistoryEntry => ({
  id: newId(now),
  event: 'customer_updated',
  origin: 'api',
  actor: { type: 'partner_key', id: newId(now) },
  changed_fields: Object.keys(next),
  previous,
  new: next,
  reason: 'The customer asked for it',
  related: {},
  request_id: newId(now),
  created_at: isoOf(now),
});

const json = fc.jsonValue();
// The names are those of fields; names that a partner chose are nested deeper.
const field = fc.string().filter((name) => name !== '__proto__');
const values = fc.dictionary(field, json);

const writers = [
  [1, packEntryVersion1],
  [2, packEntry],
] as const;

/** Ids and times as they are stored outside the compression, and what looks like them. */
const texts = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => `a${id.toUpperCase()}${id}0`),
  fc.date({ noInvalidDate: true }).map((time) => time.toISOString()),
  fc.constantFrom('2026-02-30T00:00:00.000Z', '2026-13-01T99:00:00.000Z', '1969-12-31T23:59:59.999Z', '\u0001\u001f'),
);

describe.each(writers)('a history entry packed in version %s', (_, pack) => {
  const repacked = (packed: PackedEntry): PackedEntry => unpackEntry(pack(packed));

  test('is unpacked as it was packed, whatever its names are', () => {
    fc.assert(
      fc.property(values, values, json, (previous, next, data) => {
        const packed = {
          entry: entryOf(previous, next),
          event: { type: 'service.partner.customer.updated', sequence: 7, data },
        };
        expect(JSON.stringify(repacked(packed))).toBe(JSON.stringify(packed));
      }),
    );
  });

  test('is unpacked as it was packed, whatever ids and times it has, and however many', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 60 }), (all) => {
        const entry = entryOf({ all }, { again: all.toReversed() });
        expect(JSON.stringify(repacked({ entry, event: null }))).toBe(JSON.stringify({ entry, event: null }));
      }),
    );
  });

  test('has no event data after the data was removed', () => {
    const entry = entryOf({ customer_name: 'First' }, { customer_name: 'Second' });
    const event = { type: 'service.partner.customer.updated', sequence: 7, data: { customer: 'secret' } };
    expect(repacked({ entry, event: withoutData(event) })).toEqual({ entry, event: { type: event.type, sequence: 7 } });
    expect(repacked({ entry, event: null }).event).toBeNull();
  });
});

test('a packed history entry is refused when its version is unknown', () => {
  expect(() => unpackEntry(Buffer.from('\u0003{}'))).toThrow('the form history-entry has no version 3');
  expect(() => unpackEntry('{}')).toThrow();
});

describe('version 2 of a history entry', () => {
  const customer = {
    customer_id: newId(now),
    external_customer_id: 'crm-88213',
    customer_name: 'Café Müller & Söhne GmbH',
    customer_email: 'einkauf@mueller-soehne.example',
    customer_phone: '+49 30 901820 44',
    metadata: {},
    status: 'active',
    created_at: isoOf(now - 5_000),
    updated_at: isoOf(now),
    deactivated_at: null,
    merged_into: null,
    instance_count: 2,
  };
  const { external_customer_id, customer_name, customer_email, customer_phone, metadata } = customer;
  const created = { external_customer_id, customer_name, customer_email, customer_phone, metadata };
  const nothing = Object.fromEntries(Object.keys(created).map((name) => [name, null]));
  const [before, after] = [{ customer_name: 'Café Müller' }, { customer_name }];
  const data = { customer, previous: before, changed_fields: ['customer_name'], reason: null };
  const instance = { instance_id: newId(now) };
  const free = { status: 'connecting', slot_state: 'reserved', connected_at: null };
  const taken = { status: 'connected', slot_state: 'occupied', connected_at: isoOf(now) };

  test.each<[string, PackedEntry]>([
    ['a creation', { entry: { ...entryOf(nothing, created), event: 'customer_created', reason: null }, event: null }],
    [
      'a change of a field, with its event',
      { entry: entryOf(before, after), event: { type: 'service.partner.customer.updated', sequence: 7, data } },
    ],
    [
      'a connected instance',
      { entry: { ...entryOf(free, taken), event: 'instance_connected', reason: null, related: instance }, event: null },
    ],
  ])('takes at least a tenth less than version 1: %s', (_, packed) => {
    expect(packEntry(packed).length).toBeLessThan(0.9 * packEntryVersion1(packed).length);
  });
});

/** Base64 of random bytes, which no compression reduces below three quarters. */
const incompressible = (length: number): string =>
  Array.from({ length: Math.ceil(length / 8) }, () => newId(now).replaceAll('-', '').slice(-8))
    .join('')
    .slice(0, length);

describe('the item of a change with its event', () => {
  test('takes one write unit with 600 bytes of metadata, also under a lease', () => {
    const [partnerId, customerId] = [newId(now), newId(now)];
    const metadata = Object.fromEntries(
      Array.from({ length: 15 }, (_, index) => [`field_${index}`, incompressible(28)]),
    );
    expect(JSON.stringify(metadata).length).toBeGreaterThan(600);
    const customer = {
      customer_id: customerId,
      external_customer_id: 'crm-88213',
      customer_name: 'Café Müller & Söhne GmbH',
      customer_email: 'einkauf@mueller-soehne.example',
      customer_phone: '+49 30 901820 44',
      metadata,
      status: 'active' as const,
      created_at: isoOf(now),
      updated_at: isoOf(now),
      deactivated_at: null,
      merged_into: null,
      instance_count: 2,
    };
    const entry = entryOf({ customer_name: 'Café Müller' }, { customer_name: customer.customer_name });
    const { Put: put } = traceParams('table', {
      partnerId,
      customerId,
      number: 12,
      previousEvent: 11,
      entry,
      event: {
        type: 'service.partner.customer.updated',
        id: newId(now),
        timestamp: isoOf(now),
        partner_id: partnerId,
        sequence: 7,
        external_customer_id: customer.external_customer_id,
        data: {
          customer,
          previous: entry.previous,
          changed_fields: entry.changed_fields,
          reason: entry.reason,
        },
      },
      idempotencyKey: incompressible(43),
    });
    const leased = { ...put?.Item, lease: `${isoOf(now)}#${newId(now)}` };
    const stored = Object.entries(marshall(leased)).map(([name, value]): readonly [string, object] => [
      name,
      value.B === undefined ? { ...value } : { B: Buffer.from(value.B).toString('base64') },
    ]);
    expect(itemSize(Object.fromEntries(stored))).toBeLessThanOrEqual(1_024);
  });
});

import { describe, expect, test } from '@jest/globals';
import { marshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import type { HistoryEntry } from '../../lambdas/domain/history.ts';
import { isoOf } from '../../lambdas/domain/time.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { packEntry, unpackEntry, withoutData } from '../../lambdas/store/customers/packed-entry.ts';
import { traceParams } from '../../lambdas/store/customers/history.ts';
import { itemSize } from '@swift-worker/local-cloud/services/item-size.ts';

const now = Date.UTC(2030, 0, 2, 3, 4, 5);

const entryOf = (previous: HistoryEntry['previous'], next: HistoryEntry['new']): HistoryEntry => ({
  ...{ id: newId(now), event: 'customer_updated', origin: 'api', actor: { type: 'partner_key', id: newId(now) } },
  ...{ changed_fields: Object.keys(next), previous, new: next, reason: 'The customer asked for it', related: {} },
  ...{ request_id: newId(now), created_at: isoOf(now) },
});

const json = fc.jsonValue();
// The names are those of fields; names that a partner chose are nested deeper.
const field = fc.string().filter((name) => name !== '__proto__');
const values = fc.dictionary(field, json);

describe('a packed history entry', () => {
  test('is unpacked as it was packed, whatever its names are', () => {
    fc.assert(
      fc.property(values, values, json, (previous, next, data) => {
        const packed = {
          entry: entryOf(previous, next),
          event: { type: 'service.partner.customer.updated', sequence: 7, data },
        };
        expect(JSON.stringify(unpackEntry(packEntry(packed)))).toBe(JSON.stringify(packed));
      }),
    );
  });

  test('has no event data after the data was removed', () => {
    const entry = entryOf({ customer_name: 'First' }, { customer_name: 'Second' });
    const event = { type: 'service.partner.customer.updated', sequence: 7, data: { customer: 'secret' } };
    expect(unpackEntry(packEntry({ entry, event: withoutData(event) }))).toEqual({
      entry,
      event: { type: event.type, sequence: 7 },
    });
    expect(unpackEntry(packEntry({ entry, event: null })).event).toBeNull();
  });

  test('is refused when its format version is unknown', () => {
    expect(() => unpackEntry(Buffer.from('\u0002{}'))).toThrow('the form history-entry has no version 2');
    expect(() => unpackEntry('{}')).toThrow();
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
      ...{ customer_id: customerId, external_customer_id: 'crm-88213', customer_name: 'Café Müller & Söhne GmbH' },
      ...{ customer_email: 'einkauf@mueller-soehne.example', customer_phone: '+49 30 901820 44', metadata },
      ...{ status: 'active' as const, created_at: isoOf(now), updated_at: isoOf(now), deactivated_at: null },
      ...{ merged_into: null, instance_count: 2 },
    };
    const entry = entryOf({ customer_name: 'Café Müller' }, { customer_name: customer.customer_name });
    const { Put: put } = traceParams('table', {
      ...{ partnerId, customerId, number: 12, previousEvent: 11, entry },
      event: {
        type: 'service.partner.customer.updated',
        ...{ id: newId(now), timestamp: isoOf(now), partner_id: partnerId, customer_id: customerId, sequence: 7 },
        data: {
          ...{ customer, previous: entry.previous, changed_fields: entry.changed_fields, reason: entry.reason },
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

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { occurredAt } from '../../lambdas/domain/delivery/occurred-at.ts';
import { ServiceError } from '../../lambdas/kernel/errors.ts';

const now = Date.UTC(2026, 4, 20, 10, 30, 0, 250);
const day = 86_400_000;

const ruleOf = (value: string | number): unknown => {
  try {
    occurredAt({ occurred_at: value }, now);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [error.code, error.details];
  }
};

describe('the time of a status', () => {
  test.each([[null], [undefined]])('left out as %s it is when the report was received', (value) => {
    expect(occurredAt({ occurred_at: value }, now)).toBe(now);
  });

  test.each([
    ['2026-05-20T10:30:00Z', Date.UTC(2026, 4, 20, 10, 30)],
    ['2026-05-20t10:30:00z', Date.UTC(2026, 4, 20, 10, 30)],
    ['2026-05-20T10:30:00.5Z', Date.UTC(2026, 4, 20, 10, 30, 0, 500)],
    ['2026-05-20T10:30:00.123456789Z', Date.UTC(2026, 4, 20, 10, 30, 0, 123)],
    ['2026-05-20T10:29:59.9999Z', Date.UTC(2026, 4, 20, 10, 29, 59, 999)],
    ['2026-05-20T07:30:00-03:00', Date.UTC(2026, 4, 20, 10, 30)],
    ['2026-05-20T07:30:00-0300', Date.UTC(2026, 4, 20, 10, 30)],
    ['2026-05-20T07:30:00-03', Date.UTC(2026, 4, 20, 10, 30)],
    ['2026-05-20T16:15:00+05:45', Date.UTC(2026, 4, 20, 10, 30)],
    ['2026-05-20T00:30:00+14:00', Date.UTC(2026, 4, 19, 10, 30)],
  ])('%s is a date-time with a time zone', (text, time) => {
    expect(occurredAt({ occurred_at: text }, now)).toBe(time);
  });

  test.each([
    [1_779_273_000, 1_779_273_000_000],
    [1_779_273_000.5, 1_779_273_000_500],
    [1_779_273_000.123, 1_779_273_000_123],
    [1_779_273_000.9996, 1_779_273_000_999],
    ['1779273000', 1_779_273_000_000],
    ['1779273000.', null],
    ['1779273000.5', 1_779_273_000_500],
    ['1779273000.123456', 1_779_273_000_123],
    ['0001779273000', 1_779_273_000_000],
  ])('%p is Unix seconds', (value, time) => {
    if (time === null) expect(ruleOf(value)).not.toBe('accepted');
    else expect(occurredAt({ occurred_at: value }, now)).toBe(time);
  });

  test.each([
    [''],
    [' '],
    ['yesterday'],
    ['2026-05-20'],
    ['2026-05-20T10:30:00'],
    ['2026-05-20 10:30:00Z'],
    ['2026-05-20T10:30:00Z '],
    ['2026-05-20T10:30:00ZZ'],
    ['2026-05-20T10Z'],
    ['2026-05-20T10:30Z'],
    ['2026-05-20T10:30:00,25Z'],
    ['2026-05-19T24:00:00Z'],
    ['2026-05-20T10:30:00.Z'],
    ['2026-05-20T10:30:00+5'],
    ['2026-02-29T10:30:00Z'],
    ['2026-04-31T10:30:00Z'],
    ['2026-13-01T10:30:00Z'],
    ['2026-00-10T10:30:00Z'],
    ['2026-05-00T10:30:00Z'],
    ['2026-05-20T25:00:00Z'],
    ['2026-05-20T24:00:01Z'],
    ['2026-05-20T24:00:00.1Z'],
    ['2026-05-20T10:60:00Z'],
    ['2026-05-20T10:30:60Z'],
    ['2026-05-20T10:30:00+24:00'],
    ['2026-05-20T10:30:00+05:60'],
    ['2026-5-20T10:30:00Z'],
    ['+002026-05-20T10:30:00Z'],
    ['20260520T103000Z'],
    ['1779273000.5.5'],
    ['1e9'],
    ['+1779273000'],
    ['-1779273000'],
    ['0x6a0d'],
    ['١٧٧٩٢٧٣٠٠٠'],
    ['NaN'],
    ['1'.repeat(40)],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [-1_779_273_000],
    [1e21],
  ])('%p is refused', (value) => {
    expect(ruleOf(value)).toEqual(['validation_failed', [expect.objectContaining({ path: 'occurred_at' })]]);
  });

  test('milliseconds that are read as seconds are too far ahead', () => {
    expect(ruleOf(now)).toEqual(['validation_failed', [expect.objectContaining({ rule: 'maximum' })]]);
  });

  test('90 days ago to the millisecond is accepted, and no older time', () => {
    const oldest = now - 90 * day;
    expect(occurredAt({ occurred_at: new Date(oldest).toISOString() }, now)).toBe(oldest);
    expect(ruleOf(new Date(oldest - 1).toISOString())).toEqual([
      'validation_failed',
      [expect.objectContaining({ path: 'occurred_at', rule: 'minimum' })],
    ]);
  });

  test('a day ahead to the millisecond is accepted, and no later time', () => {
    expect(occurredAt({ occurred_at: new Date(now + day).toISOString() }, now)).toBe(now + day);
    expect(ruleOf(new Date(now + day + 1).toISOString())).toEqual([
      'validation_failed',
      [expect.objectContaining({ path: 'occurred_at', rule: 'maximum' })],
    ]);
  });

  test('every format of the same time has the same value', () => {
    const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 });
    fc.assert(
      fc.property(fc.integer({ min: now - 90 * day, max: now + day }), offsets, (time, offset) => {
        const local = new Date(time + offset * 60_000).toISOString().slice(0, -1);
        const minutes = Math.abs(offset);
        const zone = `${offset < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
        const seconds = `${Math.floor(time / 1000)}.${String(time % 1000).padStart(3, '0')}`;
        expect(occurredAt({ occurred_at: `${local}${zone}` }, now)).toBe(time);
        expect(occurredAt({ occurred_at: seconds }, now)).toBe(time);
        expect(occurredAt({ occurred_at: time / 1000 }, now)).toBe(time);
      }),
    );
  });
});

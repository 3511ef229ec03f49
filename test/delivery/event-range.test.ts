import { describe, expect, test } from '@jest/globals';
import { eventRange, keptRange } from '../../lambdas/domain/delivery/event-range.ts';

const now = Date.UTC(2026, 4, 20, 10, 30, 0, 250);
const day = 86_400_000;
const iso = (time: number): string => new Date(time).toISOString();
const shown = (bounds: Parameters<typeof eventRange>[0]): readonly string[] => {
  const { from, to } = eventRange(bounds, now);
  return [iso(from), iso(to)];
};

describe('the range of a search', () => {
  test('is the last 24 hours when no bounds are given', () => {
    expect(eventRange({}, now)).toEqual({ from: now - day, to: now });
  });

  test('takes a bare date for that whole UTC day', () => {
    expect(shown({ date_from: '2026-05-01', date_to: '2026-05-01' })).toEqual([
      '2026-05-01T00:00:00.000Z',
      '2026-05-01T23:59:59.999Z',
    ]);
  });

  test('takes a date-time as given, both ends included', () => {
    expect(shown({ date_from: '2026-05-01T10:00:00-03:00', date_to: '2026-05-01T13:00:00.000Z' })).toEqual([
      '2026-05-01T13:00:00.000Z',
      '2026-05-01T13:00:00.000Z',
    ]);
  });

  test('with only a beginning ends now', () => {
    expect(shown({ date_from: '2026-05-19' })).toEqual(['2026-05-19T00:00:00.000Z', iso(now)]);
    expect(shown({ date_from: '2026-05-20T11:00:00Z' })).toEqual([
      '2026-05-20T11:00:00.000Z',
      '2026-05-20T11:00:00.000Z',
    ]);
  });

  test('with only an end begins 24 hours before it', () => {
    expect(shown({ date_to: '2026-05-02T00:00:00Z' })).toEqual([
      '2026-05-01T00:00:00.000Z',
      '2026-05-02T00:00:00.000Z',
    ]);
  });

  test.each([
    ['date_from', { date_from: '2026-02-30' }],
    ['date_from', { date_from: '2026-05-01T10:00:00' }],
    ['date_to', { date_to: 'tomorrow' }],
    ['date_to', { date_to: '1779273000' }],
    ['date_to', { date_to: '' }],
    ['date_from', { date_from: '2026-05-02', date_to: '2026-05-01' }],
    ['date_from', { date_from: '2026-05-01T12:00:00.001Z', date_to: '2026-05-01T12:00:00Z' }],
  ])('names %s when it refuses %j', (path, bounds) => {
    expect(() => eventRange(bounds, now)).toThrow(
      expect.objectContaining({ code: 'validation_failed', details: [expect.objectContaining({ path })] }),
    );
  });

  test('reaches no further back than the retention of events', () => {
    expect(keptRange({ from: 0, to: now }, now)).toEqual({ from: now - 90 * day, to: now });
    expect(keptRange({ from: now - day, to: now }, now)).toEqual({ from: now - day, to: now });
  });

  test('has nothing of a range that ended before the retention, and ends a day from now', () => {
    const before = keptRange({ from: 0, to: now - 90 * day - 1 }, now);
    expect(before.to).toBeLessThan(before.from);
    expect(keptRange({ from: now, to: now + 3_000_000 * day }, now)).toEqual({ from: now, to: now + day });
  });
});

import { describe, expect, test } from '@jest/globals';
import { newInstance, type Instance } from '../../lambdas/domain/instance.ts';
import { expiryNotification, expiryWarningOf } from '../../lambdas/domain/token-expiry.ts';

const day = 24 * 60 * 60_000;
const end = Date.UTC(2026, 11, 9, 10, 0, 0);
const expiresAt = new Date(end).toISOString();

const line = (changes: Partial<Instance> = {}, warnedBefore?: number): Instance => ({
  ...newInstance({ id: 'i', instance_key: 'k', partner_customer_id: 'c', instance_name: null, metadata: {} }, 0),
  status: 'connected',
  connection: {
    connected_at: null,
    token_expires_at: expiresAt,
    last_error: null,
    ...(warnedBefore !== undefined && { expiry_warning: { token_expires_at: expiresAt, days_before: warnedBefore } }),
  },
  ...changes,
});
const dueAt = (left: number, instance = line()) => expiryWarningOf(instance, end - left)?.days_before ?? null;

describe('the warning before a token expires', () => {
  test.each([
    [14 * day + 1, null],
    [14 * day, 14],
    [7 * day + 1, 14],
    [7 * day, 7],
    [1 * day + 1, 7],
    [1 * day, 1],
    [1, 1],
    [0, null],
    [-day, null],
  ])('with %d ms left is that of %p days before', (left, daysBefore) => {
    expect(dueAt(left)).toBe(daysBefore);
  });

  test.each([
    [14, 10 * day, null],
    [14, 7 * day, 7],
    [7, 2 * day, null],
    [7, 1 * day, 1],
    [1, 1, null],
  ])('after that of %d days before, with %d ms left, is that of %p', (warned, left, daysBefore) => {
    expect(dueAt(left, line({}, warned))).toBe(daysBefore);
  });

  test('about another token does not count', () => {
    const earlier = { token_expires_at: '2026-10-01T00:00:00.000Z', days_before: 1 };
    const { connection } = line();
    expect(dueAt(9 * day, line({ connection: { ...connection, expiry_warning: earlier } }))).toBe(14);
  });

  test.each(['created', 'connecting', 'reconnect_required', 'deactivating', 'inactive'] as const)(
    'is none for an instance that is %s',
    (status) => {
      expect(dueAt(3 * day, line({ status }))).toBeNull();
    },
  );

  test('names the days that are left and the time, and is critical on the last day', () => {
    const warningWith = (left: number, daysBefore: number) =>
      expiryNotification('i', { token_expires_at: expiresAt, days_before: daysBefore }, end - left);
    expect(warningWith(13.8 * day, 14)).toMatchObject({
      severity: 'warning',
      title: 'A platform token expires soon',
      body: expect.stringMatching(/^In 14 days, at 2026-12-09 10:00 UTC, /) as unknown,
    });
    expect(warningWith(0.8 * day, 1)).toMatchObject({
      severity: 'critical',
      body: expect.stringMatching(/^In 1 day, at /) as unknown,
    });
  });
});

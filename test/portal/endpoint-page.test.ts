import { describe, expect, test } from '@jest/globals';
import { healthPolicy } from '../../lambdas/domain/webhook/endpoint-health.ts';
import { day, hour } from '../../lambdas/kernel/time.ts';
import type { Event } from '../../packages/client/src/schemas.ts';
import { eventDays } from '../../portal/src/pages/webhook/event-days.ts';
import { daysUntilDisabled, outageOf, resendSince, timeUntilDisabled } from '../../portal/src/pages/webhook/outage.ts';

const since = '2026-03-01T10:00:00.000Z';

describe('an endpoint that takes nothing', () => {
  test('is disabled when the service disables it', () => {
    expect(daysUntilDisabled * day).toBe(healthPolicy(1).timeUntilDisabled);
    const now = Date.parse(since) + 2 * day;
    expect(timeUntilDisabled({ health: 'paused', failing_since: since }, now)).toBe(3 * day);
    expect(timeUntilDisabled({ health: 'paused', failing_since: since }, now + 9 * day)).toBe(0);
  });

  test.each(['failing', 'disabled'] as const)('has no time until then when it is %s', (health) => {
    expect(timeUntilDisabled({ health, failing_since: since }, Date.parse(since))).toBeNull();
  });

  test('gets again what was sent since its outage, and what was older then', () => {
    const later = '2026-03-02T10:00:00.000Z';
    expect(outageOf({ last_outage_at: since, failing_since: later })).toBe(since);
    expect(outageOf({ last_outage_at: null, failing_since: later })).toBe(later);
    expect(outageOf(null)).toBeNull();
    expect(Date.parse(since) - Date.parse(resendSince(since))).toBe(hour);
  });
});

test('events are counted by the days of their creation, with the time that half of them took', () => {
  const event = (at: string, status: Event['status'], took: number | null): Event => ({
    id: at,
    type: 'service.partner.customer.updated',
    customer_id: 'c',
    sequence: 1,
    status,
    attempts: 1,
    next_attempt_at: null,
    last_error: null,
    created_at: at,
    delivered_at: took === null ? null : new Date(Date.parse(at) + took).toISOString(),
  });
  // Times of the reader's zone.
  const local = (text: string): string => new Date(text).toISOString();
  const days = eventDays([
    event(local('2026-03-02T00:01:00'), 'waiting', null),
    event(local('2026-03-01T23:59:00'), 'delivered', 900),
    event(local('2026-03-01T12:00:00'), 'delivered', 100),
    event(local('2026-03-01T11:00:00'), 'delivered', 300),
    event(local('2026-03-01T10:00:00'), 'undelivered', null),
  ]);
  expect(days).toEqual([
    { at: new Date('2026-03-02T00:00:00'), delivered: 0, undelivered: 0, waiting: 1, median: null },
    { at: new Date('2026-03-01T00:00:00'), delivered: 3, undelivered: 1, waiting: 0, median: 300 },
  ]);
});

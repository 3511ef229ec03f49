import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  appPausedBy,
  appUsageOf,
  callsPerHour,
  emptyBudget,
  leaseSize,
  pausedBy,
  take,
  usageOf,
  type CallBudget,
} from '../../lambdas/platform/budget.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.parse('2026-03-01T12:00:00Z');

/** Takes until it has to wait. */
const exhaust = (
  budget: CallBudget,
  limit: number,
  now: number,
): { budget: CallBudget; calls: number; retryAt: number } => {
  let left = budget;
  for (let calls = 0; ;) {
    const taken = take(left, limit, now);
    if (taken.kind === 'wait') return { budget: left, calls, retryAt: taken.retryAt };
    left = taken.budget;
    calls += taken.calls;
  }
};

describe('the call budget of a business account', () => {
  test('is 80 % of what the platform allows', () => {
    expect([callsPerHour(false), callsPerHour(true)]).toEqual([160, 4_000]);
  });

  test('is granted to its last call, and then again when the first calls are an hour old', () => {
    const used = exhaust(emptyBudget, 160, start);
    expect(used.calls).toBe(160);
    expect(used.retryAt).toBe(start + 65 * minute);
    expect(take(used.budget, 160, used.retryAt - 1)).toEqual({ kind: 'wait', retryAt: used.retryAt });
    expect(take(used.budget, 160, used.retryAt).kind).toBe('granted');
  });

  test('is leased in smaller parts the less is left', () => {
    expect([4_000, 500, 160, 60, 1].map(leaseSize)).toEqual([20, 10, 3, 1, 1]);
  });

  test('keeps its record short', () => {
    let budget = emptyBudget;
    for (let now = start; now < start + 48 * hour; now += minute) {
      const taken = take(budget, 4_000, now);
      if (taken.kind === 'granted') budget = taken.budget;
    }
    expect(budget.slots.length).toBeLessThanOrEqual(14);
  });

  test('never grants more than the limit within any 60 minutes', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 * minute }), fc.integer({ min: 1, max: 60 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, (gaps) => {
        const granted: { at: number; calls: number }[] = [];
        let budget = emptyBudget;
        let now = start;
        for (const [gap, attempts] of gaps) {
          now += gap;
          for (let i = 0; i < attempts; i += 1) {
            const taken = take(budget, 160, now);
            if (taken.kind === 'wait') {
              expect(taken.retryAt).toBeGreaterThan(now);
              break;
            }
            budget = taken.budget;
            granted.push({ at: now, calls: taken.calls });
          }
        }
        for (const { at } of granted) {
          const within = granted.filter((other) => other.at > at - hour && other.at <= at);
          expect(within.reduce((sum, other) => sum + other.calls, 0)).toBeLessThanOrEqual(160);
        }
      }),
    );
  });

  test('stays kept when the clock of another environment is behind', () => {
    const ahead = exhaust(emptyBudget, 160, start + 10 * minute);
    expect(take(ahead.budget, 160, start).kind).toBe('wait');
  });
});

describe('the usage that the platform reports', () => {
  const header = (entry: Record<string, unknown>): string => JSON.stringify({ '77': [{ type: 'x', ...entry }] });

  test('is the highest of its percentages', () => {
    expect(
      usageOf(header({ call_count: 12, total_cputime: 81, total_time: 3, estimated_time_to_regain_access: 0 }), '77'),
    ).toEqual({
      percent: 81,
      regainMinutes: 0,
    });
    const two = JSON.stringify({
      '77': [
        { call_count: 1, total_cputime: 0, total_time: 0, estimated_time_to_regain_access: 0 },
        { call_count: 100, total_cputime: 0, total_time: 0, estimated_time_to_regain_access: 19 },
      ],
    });
    expect(usageOf(two, '77')).toEqual({ percent: 100, regainMinutes: 19 });
  });

  test('is no one else’s, and nothing where there is none or it cannot be read', () => {
    expect(usageOf(header({ call_count: 90 }), '78')).toBeUndefined();
    for (const text of [undefined, '', '{', '[]', '{"77":1}', 'null']) expect(usageOf(text, '77')).toBeUndefined();
    expect(usageOf(header({ call_count: 'many', total_time: -5 }), '77')).toEqual({ percent: 0, regainMinutes: 0 });
  });

  test('pauses calls from 80 % on, for as long as it says', () => {
    expect(pausedBy(emptyBudget, { percent: 79, regainMinutes: 0 }, start)).toBe(emptyBudget);
    const short = pausedBy(emptyBudget, { percent: 80, regainMinutes: 0 }, start);
    expect(take(short, 160, start)).toEqual({ kind: 'wait', retryAt: start + 5 * minute });
    const long = pausedBy(short, { percent: 100, regainMinutes: 30 }, start);
    expect(take(long, 160, start)).toEqual({ kind: 'wait', retryAt: start + 30 * minute });
    expect(take(long, 160, start + 30 * minute).kind).toBe('granted');
  });

  test('never shortens a pause, and makes none of more than a day', () => {
    const long = pausedBy(emptyBudget, { percent: 100, regainMinutes: 30 }, start);
    expect(pausedBy(long, { percent: 95, regainMinutes: 0 }, start)).toBe(long);
    expect(pausedBy(emptyBudget, { percent: 100, regainMinutes: 1e12 }, start).blockedUntil).toBe(start + 24 * hour);
  });
});

describe('the budget of the app’s own credentials', () => {
  const full = { percent: 100, regainMinutes: 0 };

  test('pauses twice as long each time, up to an hour, and shortly again after a quiet hour', () => {
    let budget = emptyBudget;
    let now = start;
    const pauses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      budget = appPausedBy(budget, full, now);
      pauses.push((budget.blockedUntil - now) / minute);
      now = budget.blockedUntil + minute;
    }
    expect(pauses).toEqual([5, 10, 20, 40, 60, 60]);
    expect(appPausedBy(budget, full, budget.blockedUntil + hour).blockedUntil).toBe(
      budget.blockedUntil + hour + 5 * minute,
    );
  });

  test('is not paused longer by answers to calls that began before', () => {
    const paused = appPausedBy(emptyBudget, full, start);
    expect(appPausedBy(paused, full, start + 1)).toBe(paused);
    expect(appPausedBy(emptyBudget, { percent: 79, regainMinutes: 0 }, start)).toBe(emptyBudget);
  });

  test('reads the highest percentage of the header, and nothing where there is none', () => {
    expect(appUsageOf('{"call_count":28,"total_time":25,"total_cputime":81}')).toEqual({
      percent: 81,
      regainMinutes: 0,
    });
    expect(appUsageOf('{}')).toEqual({ percent: 0, regainMinutes: 0 });
    for (const text of [undefined, '', '{', '[]', '3', 'null']) expect(appUsageOf(text)).toBeUndefined();
  });
});

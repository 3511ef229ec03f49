import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  admit,
  afterAttempt,
  afterTime,
  healthPolicy,
  healthy,
  nextHealthCheck,
  type EndpointHealth,
  type HealthEffect,
  type HealthOutcome,
} from '../../../lambdas/domain/webhook/endpoint-health.ts';

const policy = healthPolicy(1);
const minute = 60_000;
const hour = 60 * minute;
const start = Date.parse('2026-03-01T12:00:00Z');

/** The health and effects after outcomes at the given times after the start. */
const run = (
  outcomes: readonly (readonly [HealthOutcome, number])[],
): { health: EndpointHealth; effects: HealthEffect[] } => {
  let health = healthy;
  const effects: HealthEffect[] = [];
  for (const [outcome, after] of outcomes) {
    const change = afterAttempt(health, outcome, start + after, policy);
    health = change.health;
    effects.push(...change.effects);
  }
  return { health, effects };
};

const failures = (count: number, gap: number): [HealthOutcome, number][] =>
  Array.from({ length: count }, (_, index) => ['failed', index * gap]);

const paused = run(failures(10, minute)).health;

describe('an endpoint that fails', () => {
  test('is failing from its first failure on, and still gets events', () => {
    const { health, effects } = run(failures(9, hour));
    expect(health).toEqual({ state: 'failing', since: start, failures: 9, warned: false });
    expect(effects).toEqual([]);
    expect(admit(health, start + 9 * hour, policy)).toEqual({ kind: 'send' });
  });

  test('is paused after ten consecutive failures over five minutes', () => {
    expect(paused).toEqual({
      state: 'paused',
      since: start,
      failures: 10,
      warned: false,
      probes: 0,
      probeAt: start + 14 * minute,
    });
  });

  test('is not paused by many failures within five minutes', () => {
    expect(run(failures(1_000, 1)).health.state).toBe('failing');
    expect(run([...failures(1_000, 1), ['failed', 5 * minute]]).health.state).toBe('paused');
  });

  test('is not paused when a success came between', () => {
    const { health } = run([...failures(9, minute), ['delivered', 9 * minute], ['failed', 10 * minute]]);
    expect(health).toEqual({ state: 'failing', since: start + 10 * minute, failures: 1, warned: false });
  });

  test('costs no write while it is healthy or paused', () => {
    expect(afterAttempt(healthy, 'delivered', start, policy).health).toBe(healthy);
    expect(afterAttempt(paused, 'failed', start + hour, policy).health).toBe(paused);
  });
});

describe('a paused endpoint', () => {
  test('is probed after 5 minutes, then after 10, 20, 40 and every hour', () => {
    let health = paused;
    const gaps: number[] = [];
    for (let probe = 0; probe < 7; probe += 1) {
      const due = nextHealthCheck(health, policy) ?? NaN;
      expect(admit(health, due - 1, policy)).toEqual({ kind: 'wait', until: due });
      const admission = admit(health, due, policy);
      if (admission.kind !== 'probe') throw new Error(admission.kind);
      health = admission.health;
      gaps.push((admission.health.probeAt - due) / minute);
    }
    expect(gaps).toEqual([10, 20, 40, 60, 60, 60, 60]);
  });

  test('gets nothing else while a probe is running, also when the probe has crashed', () => {
    const admission = admit(paused, start + hour, policy);
    if (admission.kind !== 'probe') throw new Error(admission.kind);
    expect(admit(admission.health, start + hour, policy)).toEqual({ kind: 'wait', until: start + hour + 10 * minute });
  });

  test('recovers with the first success, and its parked events are sent', () => {
    expect(afterAttempt(paused, 'delivered', start + hour, policy)).toEqual({ health: healthy, effects: ['drain'] });
  });
});

describe('an endpoint that fails for days', () => {
  const day = 24 * hour;

  test('is notified to the members once after half of the time, and disabled after five days', () => {
    const hourly = Array.from({ length: 200 }, (_, index): [HealthOutcome, number] => ['failed', index * hour]);
    expect(run(hourly.slice(0, 60)).effects).toEqual([]);
    expect(run(hourly.slice(0, 61)).effects).toEqual(['notify_failing']);
    expect(run(hourly.slice(0, 120)).effects).toEqual(['notify_failing']);
    const end = run(hourly);
    expect(end.effects).toEqual(['notify_failing', 'notify_disabled']);
    expect(end.health).toEqual({ state: 'disabled', at: start + 5 * day, reason: 'failing', since: start });
    expect(admit(end.health, start + 6 * day, policy)).toEqual({ kind: 'refuse', since: start + 5 * day });
  });

  test('is notified on time, without an attempt at that time', () => {
    const { health } = run(failures(2, minute));
    expect(nextHealthCheck(health, policy)).toBe(start + 2.5 * day);
    expect(afterTime(health, start + 2.5 * day - 1, policy)).toEqual({ health, effects: [] });
    const warned = afterTime(health, start + 2.5 * day, policy);
    expect(warned.effects).toEqual(['notify_failing']);
    expect(afterTime(warned.health, start + 3 * day, policy).effects).toEqual([]);
  });

  test('is paused after four days, so that its probes disable it, however few attempts it had', () => {
    const daily = failures(5, day);
    expect(run(daily.slice(0, 4)).health.state).toBe('failing');
    const { health } = run(daily);
    expect(health).toMatchObject({ state: 'paused', failures: 5, warned: true, probeAt: start + 4 * day + 5 * minute });
    expect(run([...daily, ['failed', 5 * day]]).health).toMatchObject({ state: 'disabled', reason: 'failing' });
    const warned = afterTime(run(failures(2, minute)).health, start + 2.5 * day, policy).health;
    expect(nextHealthCheck(warned, policy)).toBe(start + 4 * day);
    const unseen = afterTime(warned, start + 4 * day, policy).health;
    expect(nextHealthCheck(unseen, policy)).toBe(start + 4 * day + 5 * minute);
  });

  test('is not disabled by two failures a week apart', () => {
    const { health } = run([
      ['failed', 0],
      ['failed', 7 * day],
    ]);
    expect(health.state).toBe('paused');
  });

  test('starts again after a recovery', () => {
    const { health, effects } = run([...failures(80, hour), ['delivered', 80 * hour], ...failures(3, minute)]);
    expect(effects).toEqual(['notify_failing', 'drain']);
    expect(health).toMatchObject({ state: 'failing', warned: false });
  });
});

test('410 disables at once, and no running attempt enables again', () => {
  const gone = run([['gone', 0]]);
  expect(gone).toEqual({
    health: { state: 'disabled', at: start, reason: 'gone', since: start },
    effects: ['notify_disabled'],
  });
  for (const outcome of ['delivered', 'failed', 'gone'] as const) {
    expect(afterAttempt(gone.health, outcome, start + 1, policy)).toEqual({ health: gone.health, effects: [] });
  }
});

test('fast retries divide every duration', () => {
  expect(healthPolicy(1_000)).toEqual({
    failuresUntilPaused: 10,
    timeUntilPaused: 300,
    firstProbeGap: 300,
    longestProbeGap: 3_600,
    timeUntilWarned: 216_000,
    longestUnpaused: 345_600,
    timeUntilDisabled: 432_000,
  });
});

test('members are notified of a failure at most once before a success, and of the end once', () => {
  const outcome = fc.constantFrom<HealthOutcome>('failed', 'failed', 'failed', 'failed', 'delivered');
  const steps = fc.array(fc.tuple(outcome, fc.integer({ min: 1, max: 12 * hour })), { maxLength: 200 });
  fc.assert(
    fc.property(steps, (gaps) => {
      let time = start;
      let health = healthy;
      let warnings = 0;
      let ends = 0;
      for (const [what, gap] of gaps) {
        time += gap;
        const change = afterAttempt(health, what, time, policy);
        health = change.health;
        if (what === 'delivered') warnings = 0;
        warnings += change.effects.filter((effect) => effect === 'notify_failing').length;
        ends += change.effects.filter((effect) => effect === 'notify_disabled').length;
        expect(warnings).toBeLessThanOrEqual(1);
        expect(ends).toBe(health.state === 'disabled' ? 1 : 0);
      }
    }),
  );
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  decideAfter,
  retryAfterOf,
  type AttemptOutcome,
  type DeliveryDecision,
} from '../../../lambdas/domain/webhook/retry.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

const answered = (status: number, retryAfter?: string): AttemptOutcome => ({ kind: 'response', status, retryAfter });
const unreachable: AttemptOutcome = { kind: 'failed' };

const decide = (number: number, outcome: AttemptOutcome, random = 0.5, divisor = 1): DeliveryDecision =>
  decideAfter({ number, outcome, now, random, divisor, until: null });

const again = (wait: number): DeliveryDecision => ({ kind: 'again', at: now + wait * 1_000 });

describe('after an attempt', () => {
  test('every 2xx is success, on whichever attempt', () => {
    for (let status = 200; status <= 299; status += 1) expect(decide(1, answered(status))).toEqual({ kind: 'done' });
    expect(decide(10, answered(204))).toEqual({ kind: 'done' });
  });

  test.each([101, 199, 300, 301, 302, 307, 400, 401, 404, 409, 429, 500, 502, 503, 599])(
    'a status of %i is a failed attempt',
    (status) => {
      expect(decide(1, answered(status))).toEqual(again(5));
    },
  );

  test('410 disables the endpoint, on whichever attempt', () => {
    expect(decide(1, answered(410, '60'))).toEqual({ kind: 'disable' });
    expect(decide(10, answered(410))).toEqual({ kind: 'disable' });
  });

  test('the gaps are those of the schedule, and the tenth attempt is the last', () => {
    expect(seconds.map((_, index) => decide(index + 1, unreachable))).toEqual(seconds.map(again));
    expect(decide(10, unreachable)).toEqual({ kind: 'give_up' });
    expect(decide(11, unreachable)).toEqual({ kind: 'give_up' });
    expect(decide(10, answered(503, '60'))).toEqual({ kind: 'give_up' });
  });

  test('jitter spreads each gap over 20 % to either side', () => {
    expect(decide(3, unreachable, 0)).toEqual(again(1_440));
    expect(decide(3, unreachable, 0.75)).toEqual(again(1_980));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (n, random) => {
          const decision = decide(n, unreachable, random);
          if (decision.kind !== 'again') throw new Error(decision.kind);
          const gap = (seconds[n - 1] ?? 0) * 1_000;
          expect(Math.abs(decision.at - now - gap)).toBeLessThanOrEqual(gap * 0.2);
        },
      ),
    );
  });

  test('Retry-After moves the next attempt back, and never forward', () => {
    expect(decide(1, answered(429, '120'))).toEqual(again(120));
    expect(decide(1, answered(500, '120'))).toEqual(again(120));
    expect(decide(2, answered(503, '120'))).toEqual(again(300));
    expect(decide(1, answered(503, '31536000'))).toEqual(again(3_600));
    expect(decide(2, answered(503, '31536000'))).toEqual(again(3_600));
    expect(decide(3, answered(503, '31536000'))).toEqual(again(86_400));
    expect(decide(9, answered(503, '86400'), 0.99)).toEqual(again(86_400 * 1.196));
  });

  test('fast retries divide gaps and Retry-After alike', () => {
    expect(decide(2, unreachable, 0.5, 1_000)).toEqual(again(0.3));
    expect(decide(1, answered(503, '3600'), 0.5, 1_000)).toEqual(again(3.6));
  });
});

describe('a Retry-After header', () => {
  test.each([
    ['0', 0],
    ['120', 120],
    [' 120 ', 120],
    ['99999999999999999999999999', 86_400],
    ['Sun, 01 Mar 2026 12:05:00 GMT', 300],
    ['Sunday, 01-Mar-26 12:05:00 GMT', 300],
    ['Sun Mar  1 12:05:00 2026', 300],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Sat, 01 Mar 2036 12:00:00 GMT', 86_400],
  ])('of %j asks for %i seconds', (header, expected) => {
    expect(retryAfterOf(header, now)).toBe(expected * 1_000);
  });

  test.each([
    undefined,
    '',
    '-5',
    '1.5',
    '5s',
    'soon',
    '2026-03-01T12:05:00Z',
    'Sun, 99 Mar 2026 12:05:00 GMT',
    'Infinity',
    '1e3',
  ])('of %j asks for nothing', (header) => {
    expect(retryAfterOf(header, now)).toBe(0);
  });

  test('always gives a wait between 0 and 24 h', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const wait = retryAfterOf(header, now);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(86_400_000);
      }),
    );
  });
});

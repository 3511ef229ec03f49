import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defaultPolicy, isTransient, retryAfterOf, waitAfter } from '../../packages/client/src/retry.ts';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const attempt = fc.integer({ min: 1, max: defaultPolicy.attempts - 1 });

describe('the wait', () => {
  it('is never shorter than what is asked for, nor half as long again and the first wait', () => {
    fc.assert(
      fc.property(attempt, fc.integer({ min: 1, max: defaultPolicy.longestWait }), random, (number, asked, dice) => {
        const wait = waitAfter(defaultPolicy, number, asked, dice) ?? -1;
        expect(wait).toBeGreaterThanOrEqual(asked);
        expect(wait).toBeLessThanOrEqual(asked * 1.25 + defaultPolicy.firstWait);
      }),
    );
  });

  it('grows when 0 is asked for, as when nothing is', () => {
    for (const number of [1, 2, 3, 4, 5])
      expect(waitAfter(defaultPolicy, number, 0, 0.5)).toBe(waitAfter(defaultPolicy, number, null, 0.5));
  });

  it('grows, is spread, and has an end', () => {
    fc.assert(
      fc.property(attempt, random, (number, dice) => {
        const wait = waitAfter(defaultPolicy, number, null, dice) ?? -1;
        const whole = Math.min(defaultPolicy.longestWait, defaultPolicy.firstWait * 2 ** (number - 1));
        expect(wait).toBeGreaterThanOrEqual(whole / 2);
        expect(wait).toBeLessThanOrEqual(whole);
      }),
    );
    expect(waitAfter(defaultPolicy, defaultPolicy.attempts, null, 0)).toBeNull();
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1);
  it.each([
    ['2', 2_000],
    ['0', 0],
    [new Date(now + 90_000).toUTCString(), 90_000],
    [new Date(0).toUTCString(), 0],
    [' 1.5 ', 1_500],
    ['soon', null],
    ['soon 1', null],
    ['-1', null],
    ['0x10', null],
    ['Infinity', null],
    ['', null],
    [null, null],
  ])('%p is %p ms', (header, wait) => {
    expect(retryAfterOf(header, now)).toBe(wait);
  });
});

describe('a transient answer', () => {
  it('is one of a service, a gateway or a proxy that may answer later', () => {
    const all = Array.from({ length: 600 }, (_, status) => status).filter((status) => isTransient(status, ''));
    expect(all).toEqual([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530]);
  });
});

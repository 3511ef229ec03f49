import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defaultPolicy, retryAfterOf, waitAfter } from '../../packages/client/src/retry.ts';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const attempt = fc.integer({ min: 1, max: defaultPolicy.attempts - 1 });

describe('the wait', () => {
  it('is never shorter than what is asked for, nor half as long again and the first wait', () => {
    fc.assert(
      fc.property(attempt, fc.integer({ min: 0, max: defaultPolicy.longestWait }), random, (number, asked, dice) => {
        const wait = waitAfter(defaultPolicy, number, asked, dice) ?? -1;
        expect(wait).toBeGreaterThanOrEqual(asked);
        expect(wait).toBeLessThanOrEqual(asked * 1.25 + defaultPolicy.firstWait);
      }),
    );
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
    ['soon', null],
    ['', null],
    [null, null],
  ])('%p is %p ms', (header, wait) => {
    expect(retryAfterOf(header, now)).toBe(wait);
  });
});

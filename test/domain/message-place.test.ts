import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { messageLifetime, messagePlace, messageSizes, stripesOf } from '../../lambdas/domain/delivery/message-place.ts';
import { sizeNames, withSize, type Sizes } from '../../lambdas/domain/size.ts';

const start = Date.UTC(2030, 0, 1);
const raised = withSize([], 'large', start);
const since = Date.parse(raised[0]?.since ?? '');
const minute = 60_000;

describe('the place of a message', () => {
  it('is one for all of a standard partner', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (number, message) => {
        expect(messagePlace('standard', number, message)).toEqual({ stripe: 0, bucket: 0 });
      }),
    );
  });

  it('is one of 64 of a large partner, and of one stripe for all of a number', () => {
    const places = new Set<string>();
    for (let number = 0; number < 200; number += 1) {
      const own = Array.from({ length: 40 }, (_, message) => messagePlace('large', `n${number}`, `m${message}`));
      expect(new Set(own.map(({ stripe }) => stripe)).size).toBe(1);
      expect(new Set(own.map(({ bucket }) => bucket)).size).toBe(8);
      for (const { stripe, bucket } of own) places.add(`${stripe}.${bucket}`);
    }
    expect(places.size).toBe(64);
  });

  it('is in a stripe that readers of the journal know of', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.constantFrom(...sizeNames), (number, message, size) => {
        const sizes: Sizes = size === 'large' ? raised : [];
        expect(stripesOf(sizes)).toContain(messagePlace(size, number, message).stripe);
      }),
    );
    expect([stripesOf([]), stripesOf(raised).length]).toEqual([[0], 8]);
  });
});

describe('the sizes under which a message may be', () => {
  it('are those before and after a change, as long as messages are remembered', () => {
    const kinds = [
      start,
      since - minute - 1,
      since - minute,
      since - 1,
      since,
      since + minute - 1,
      since + minute,
      since + messageLifetime - 1,
      since + messageLifetime,
    ].map((now) => messageSizes(raised, now));
    expect(kinds).toEqual([
      { kind: 'one', size: 'standard' },
      { kind: 'one', size: 'standard' },
      { kind: 'changing', size: 'standard', other: 'large' },
      { kind: 'changing', size: 'standard', other: 'large' },
      { kind: 'changing', size: 'large', other: 'standard' },
      { kind: 'changing', size: 'large', other: 'standard' },
      { kind: 'changed', size: 'large', before: 'standard' },
      { kind: 'changed', size: 'large', before: 'standard' },
      { kind: 'one', size: 'large' },
    ]);
  });

  it('are both when a size was raised and lowered again', () => {
    const lowered = withSize(raised, 'standard', since + minute);
    const at = Date.parse(lowered[1]?.since ?? '') + minute;
    expect(messageSizes(lowered, at)).toEqual({ kind: 'changed', size: 'standard', before: 'large' });
  });
});

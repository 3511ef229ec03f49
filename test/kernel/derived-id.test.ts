import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { validate, version } from 'uuid';
import { derivedId } from '../../lambdas/kernel/derived-id.ts';

describe('a derived id', () => {
  test('is a UUIDv7 of its time, the same for the same seed', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 48 - 1), fc.string(), (time, seed) => {
        const id = derivedId(time, seed);
        expect([validate(id), version(id)]).toEqual([true, 7]);
        expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(time);
        expect(derivedId(time, seed)).toBe(id);
        expect(derivedId(time, `${seed}.`)).not.toBe(id);
      }),
    );
  });
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Lru } from '../../lambdas/kernel/lru.ts';

test('remembers the keys used last, as many as it may, with their last values', () => {
  const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const uses = fc.array(fc.record({ key: keys, value: fc.option(fc.nat()) }));
  fc.assert(
    fc.property(uses, fc.integer({ min: 1, max: 5 }), (made, most) => {
      const lru = new Lru<number>(most);
      // Oldest first; a read counts as a use when the key is there.
      let known: (readonly [string, number])[] = [];
      for (const { key, value } of made) {
        const existing = known.find(([name]) => name === key)?.[1];
        if (value === null) expect(lru.get(key)).toBe(existing);
        else lru.set(key, value);
        const next = value ?? existing;
        if (next === undefined) continue;
        known = [...known.filter(([name]) => name !== key), [key, next] as const].slice(-most);
      }
      for (const [key, value] of known) expect(lru.get(key)).toBe(value);
    }),
  );
});

test('forgets what it is asked to', () => {
  const lru = new Lru<number>(2);
  lru.set('a', 1);
  lru.delete('a');
  expect(lru.get('a')).toBeUndefined();
});

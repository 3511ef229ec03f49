import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { customerStatuses, searchTermOf } from '../../lambdas/domain/customer.ts';
import { isUnderErasure, keptRow, matches, type SearchRow } from '../../lambdas/domain/search/search-row.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { packRows, searchBlock, unpackBlock } from '../../lambdas/store/search/block-codec.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'ß', '😀', '\n', '1', ' ', 'f'), maxLength: 6 });
const row = fc
  .record({
    time: fc.nat(2 ** 44),
    status: fc.constantFrom(...customerStatuses),
    text: fc.tuple(word, word, word).map((words) => words.join('\u0000')),
    digits: fc.string({ unit: fc.constantFrom('0', '1', '7'), maxLength: 7 }),
  })
  .map(({ time, ...rest }): SearchRow => keptRow({ id: newId(time), ...rest }));
const rows = fc
  .uniqueArray(row, { selector: ({ id }) => id, maxLength: 12 })
  .map((some) => some.toSorted((left, right) => (left.id < right.id ? -1 : 1)));

test('rows come back as they were packed, in blocks of the size', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 5 }), (given, size) => {
      const packed = packRows(given, size);
      expect(packed.flatMap(({ body }) => unpackBlock(body))).toEqual(given);
      expect(packed.every(({ count }) => count <= size)).toBe(true);
      expect(packed.map(({ first }) => first)).toEqual(packed.map(({ body }) => unpackBlock(body)[0]?.id));
    }),
  );
});

test('a block is searched as its rows are', () => {
  fc.assert(
    fc.property(
      rows,
      fc.subarray([...customerStatuses]),
      fc.constantFrom('a', '1', '177', 'f', 'ß 1'),
      (given, of, text) => {
        const term = searchTermOf(text);
        if (term === null) throw new Error('the term is empty');
        const wanted = new Set(of);
        const own = given.filter(({ status }) => wanted.has(status));
        const found = packRows(given, 12).map(({ body }) => searchBlock(body, wanted, term));
        expect(found.flatMap((block) => block.found)).toEqual(
          own.filter((one) => one.text !== null && matches(one.text, one.digits, term)).map(({ id }) => id),
        );
        expect(found.flatMap((block) => block.untold)).toEqual(
          own.filter(({ status }) => isUnderErasure(status)).map(({ id }) => id),
        );
      },
    ),
  );
});

test('rows with long texts are cut into blocks that fit into an item', () => {
  const long = Array.from({ length: 300 }, (_, at): SearchRow => {
    const noise = Array.from({ length: 500 }, () => Math.random().toString(36).slice(2, 6)).join('');
    return { id: newId(at), status: 'active', text: `${noise}\u0000\u0000`, digits: '' };
  });
  const packed = packRows(long, 4_000);
  expect(packed.length).toBeGreaterThan(1);
  expect(Math.max(...packed.map(({ body }) => body.length))).toBeLessThan(400_000);
  expect(packed.flatMap(({ body }) => unpackBlock(body))).toEqual(long);
});

test('a block of another version is refused', () => {
  expect(() => unpackBlock(Buffer.of(2, 0))).toThrow('packed in another way');
});

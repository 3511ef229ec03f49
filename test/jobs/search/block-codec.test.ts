import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { customerStatuses, searchTermOf } from '../../../lambdas/domain/customer.ts';
import { isFound, isUnderErasure, keptRow, type SearchRow } from '../../../lambdas/domain/search/search-row.ts';
import { instanceStatuses } from '../../../lambdas/domain/states/instance-states.ts';
import { newId } from '../../../lambdas/runtime/clock.ts';
import { packRows, searchBlock, unpackBlock } from '../../../lambdas/store/search/block-codec.ts';
import { searchedRecords } from '../../../lambdas/store/search/searched-records.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'ß', '😀', '\n', '1', ' ', 'f'), maxLength: 6 });
const idOrder = (left: SearchRow, right: SearchRow): number => (left.id < right.id ? -1 : 1);

describe.each([
  { what: 'customers', format: searchedRecords.C.format, statuses: customerStatuses, wabas: [null] },
  { what: 'instances', format: searchedRecords.I.format, statuses: instanceStatuses, wabas: [null, '1', '23'] },
])('a block of $what', ({ format, statuses, wabas }) => {
  const row = fc
    .record({
      time: fc.nat(2 ** 44),
      status: fc.constantFrom<string>(...statuses),
      text: fc.tuple(word, word, word).map((words) => words.join('\u0000')),
      digits: fc.string({ unit: fc.constantFrom('0', '1', '7'), maxLength: 7 }),
      wabaId: fc.constantFrom(...wabas),
    })
    .map(({ time, ...rest }): SearchRow => keptRow({ id: newId(time), ...rest }));
  const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 12 }).map((some) => some.toSorted(idOrder));

  test('has the rows that were packed, and no more than the size', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 5 }), (given, size) => {
        const packed = packRows(format, given, size);
        expect(packed.flatMap(({ body }) => unpackBlock(format, body))).toEqual(given);
        expect(packed.every(({ count }) => count <= size)).toBe(true);
        expect(packed.map(({ first }) => first)).toEqual(packed.map(({ body }) => unpackBlock(format, body)[0]?.id));
      }),
    );
  });

  test('is searched as its rows are', () => {
    fc.assert(
      fc.property(
        rows,
        fc.subarray<string>([...statuses]),
        fc.constantFrom('a', '1', '177', 'f', 'ß 1', ''),
        fc.constantFrom(...wabas),
        (given, of, text, wabaId) => {
          const filter = { statuses: new Set(of), term: searchTermOf(text), wabaId };
          const found = packRows(format, given, 12).map(({ body }) => searchBlock(format, body, filter));
          expect(found.flatMap((block) => block.found)).toEqual(
            given.filter((one) => isFound(filter, one)).map(({ id }) => id),
          );
          expect(found.flatMap((block) => block.erasing)).toEqual(
            given.filter(({ status }) => filter.statuses.has(status) && isUnderErasure(status)).map(({ id }) => id),
          );
        },
      ),
    );
  });

  test('with long texts fits into an item', () => {
    const long = Array.from({ length: 300 }, (_, at): SearchRow => {
      const noise = Array.from({ length: 500 }, () => Math.random().toString(36).slice(2, 6)).join('');
      return { id: newId(at), status: statuses[0], text: `${noise}\u0000\u0000`, digits: '', wabaId: null };
    });
    const packed = packRows(format, long, 4_000);
    expect(packed.length).toBeGreaterThan(1);
    expect(Math.max(...packed.map(({ body }) => body.length))).toBeLessThan(400_000);
    expect(packed.flatMap(({ body }) => unpackBlock(format, body))).toEqual(long);
  });

  test('of another version is refused', () => {
    expect(() => unpackBlock(format, Buffer.of(9, 0))).toThrow(`the form ${format.form} has no version 9`);
  });
});

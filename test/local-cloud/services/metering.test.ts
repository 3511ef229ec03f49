import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { itemSize } from '@swift-worker/local-cloud/services/item-size.ts';
import type { JsonObject } from '@swift-worker/local-cloud/services/json-object.ts';
import { readUnits, writeParts } from '@swift-worker/local-cloud/services/metering.ts';
import type { IndexSchema, TableSchema } from '@swift-worker/local-cloud/services/table-schema.ts';

const writeUnits = (...write: Parameters<typeof writeParts>): number => {
  const { item, entries } = writeParts(...write);
  return entries.reduce((sum, { write: units }) => sum + units, item);
};

/** An item of that many bytes. */
const sized = (bytes: number): JsonObject => ({ pk: { S: 'x'.repeat(bytes - 2) } });
const KB = 1024;

describe('the size of an item', () => {
  test.each<[string, JsonObject, number]>([
    ['counts names and text in UTF-8', { né: { S: 'añ' } }, 3 + 3],
    ['counts two digits a byte, and one more', { n: { N: '1234' } }, 1 + 3],
    ['counts significant digits only', { n: { N: '0012300.00' } }, 1 + 3],
    ['counts a zero', { n: { N: '0' } }, 1 + 1],
    ['counts a sign', { n: { N: '-12' } }, 1 + 3],
    ['counts 38 digits', { n: { N: '1'.repeat(38) } }, 1 + 20],
    ['counts bytes, not base64', { b: { B: Buffer.alloc(10).toString('base64') } }, 1 + 10],
    ['counts one for a boolean and a null', { t: { BOOL: true }, u: { NULL: true } }, 1 + 1 + 1 + 1],
    ['counts three for an empty list and an empty map', { l: { L: [] }, m: { M: {} } }, 1 + 3 + 1 + 3],
    ['counts one more for each element', { l: { L: [{ S: 'ab' }, { S: 'c' }] } }, 1 + 3 + 3 + 2],
    ['counts nested names', { m: { M: { key: { S: 'v' } } } }, 1 + 3 + (3 + 1 + 1)],
    ['adds up a set', { s: { SS: ['ab', 'c'] }, n: { NS: ['12', '3'] } }, 1 + 3 + 1 + 4],
  ])('%s', (_, item, bytes) => {
    expect(itemSize(item)).toBe(bytes);
  });
});

describe('a read, by the examples of the developer guide,', () => {
  test('rounds an item up to 4 KB', () => {
    expect(readUnits([sized(3.5 * KB)], 'strong')).toBe(1);
    expect(readUnits([sized(10 * KB)], 'strong')).toBe(3);
    expect(readUnits([sized(4 * KB)], 'strong')).toBe(1);
    expect(readUnits([sized(4 * KB + 1)], 'strong')).toBe(2);
  });
  test('costs half when eventually consistent, and twice in a transaction', () => {
    expect(readUnits([sized(8 * KB)], 'eventual')).toBe(1);
    expect(readUnits([sized(8 * KB)], 'strong')).toBe(2);
    expect(readUnits([sized(8 * KB)], 'transactional')).toBe(4);
  });
  test('of a batch rounds each item, of a query their sum', () => {
    const [small, large] = [sized(1.5 * KB), sized(6.5 * KB)];
    expect(readUnits([small], 'strong') + readUnits([large], 'strong')).toBe(3);
    expect(readUnits([small, large], 'strong')).toBe(2);
    expect(
      readUnits(
        Array.from({ length: 10 }, () => sized(40.8 * 102.4)),
        'strong',
      ),
    ).toBe(11);
  });
  test('that finds nothing costs the least', () => {
    expect(readUnits([], 'eventual')).toBe(0.5);
    expect(readUnits([], 'strong')).toBe(1);
  });
});

describe('a write, by the examples of the developer guide,', () => {
  const table: TableSchema = { name: 'main', hashKey: 'pk', rangeKey: undefined, indexes: [] };
  test('rounds an item up to 1 KB', () => {
    expect(writeUnits(table, { before: undefined, after: sized(512) }, false)).toBe(1);
    expect(writeUnits(table, { before: undefined, after: sized(3.5 * KB) }, false)).toBe(4);
  });
  test('counts the larger of the two items', () => {
    expect(writeUnits(table, { before: sized(3 * KB), after: sized(100) }, false)).toBe(3);
    expect(writeUnits(table, { before: sized(3 * KB), after: undefined }, false)).toBe(3);
  });
  test('costs one when there is nothing to delete', () => {
    expect(writeUnits(table, { before: undefined, after: undefined }, false)).toBe(1);
  });
  test('costs twice in a transaction', () => {
    expect(writeUnits(table, { before: undefined, after: sized(3.5 * KB) }, true)).toBe(8);
  });
});

describe('an index', () => {
  const index = (part: Partial<IndexSchema> = {}): TableSchema => ({
    name: 'main',
    hashKey: 'pk',
    rangeKey: undefined,
    indexes: [{ name: 'by-g', hashKey: 'g', rangeKey: undefined, projection: 'all', global: true, ...part }],
  });
  const item = (part: JsonObject = {}): JsonObject => ({ pk: { S: '1' }, ...part });
  const base = 1;
  const cost = (
    schema: TableSchema,
    before: JsonObject | undefined,
    after: JsonObject | undefined,
    transactional = false,
  ) => writeUnits(schema, { before, after }, transactional) - base * (transactional ? 2 : 1);
  const [a, b] = [{ g: { S: 'a' } }, { g: { S: 'b' } }];

  test.each<[string, JsonObject | undefined, JsonObject | undefined, number]>([
    ['without its key before and after', item(), item({ x: { S: '1' } }), 0],
    ['whose entry comes', undefined, item(a), 1],
    ['whose key is added', item(), item(a), 1],
    ['whose entry goes', item(a), undefined, 1],
    ['whose key is removed', item(a), item(), 1],
    ['whose entry moves', item(a), item(b), 2],
    ['whose entry changes', item({ ...a, x: { S: '1' } }), item({ ...a, x: { S: '2' } }), 1],
    [
      'whose entry stays as it is',
      item({ ...a, m: { M: { p: { S: '1' }, q: { S: '2' } } } }),
      item({ m: { M: { q: { S: '2' }, p: { S: '1' } } }, ...a }),
      0,
    ],
  ])('%s', (_, before, after, units) => {
    expect(cost(index(), before, after)).toBe(units);
  });

  test('that holds keys only is not touched by other attributes, nor by their size', () => {
    const keysOnly = index({ projection: [] });
    expect(cost(keysOnly, item({ ...a, x: { S: '1' } }), item({ ...a, x: { S: '2' } }))).toBe(0);
    const large = { x: { S: 'x'.repeat(2 * KB) } };
    expect(cost(keysOnly, undefined, item({ ...a, ...large })) - 2).toBe(1);
    expect(cost(index(), undefined, item({ ...a, ...large })) - 2).toBe(3);
  });

  test('is touched by the attributes it includes', () => {
    const including = index({ projection: ['x'] });
    expect(cost(including, item({ ...a, x: { S: '1' } }), item({ ...a, x: { S: '2' } }))).toBe(1);
    expect(cost(including, item({ ...a, y: { S: '1' } }), item({ ...a, y: { S: '2' } }))).toBe(0);
  });

  test('needs both of its keys, and moves with either', () => {
    const ranged = index({ rangeKey: 'r' });
    expect(cost(ranged, undefined, item(a))).toBe(0);
    expect(cost(ranged, item({ ...a, r: { S: '1' } }), item({ ...a, r: { S: '2' } }))).toBe(2);
  });

  test('costs once in a transaction', () => {
    expect(cost(index(), undefined, item(a), true)).toBe(1);
  });
});

test('a larger item never costs less', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 400_000 }), fc.integer({ min: 0, max: 5_000 }), (bytes, more) => {
      const table: TableSchema = { name: 'main', hashKey: 'pk', rangeKey: undefined, indexes: [] };
      const cost = (size: number) => writeUnits(table, { before: undefined, after: sized(size) }, false);
      expect(cost(bytes + more)).toBeGreaterThanOrEqual(cost(bytes));
      expect(readUnits([sized(bytes + more)], 'strong')).toBeGreaterThanOrEqual(readUnits([sized(bytes)], 'strong'));
    }),
    { numRuns: 30 },
  );
});

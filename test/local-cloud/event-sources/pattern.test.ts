import { describe, expect, test } from '@jest/globals';
import { compilePattern } from '@swift-worker/local-cloud/event-sources/pattern.ts';
import type { Json, JsonObject } from '@swift-worker/local-cloud/template.ts';

const matches = (pattern: JsonObject, event: Json): boolean => compilePattern(pattern)(event);

describe('a pattern', () => {
  test.each<[string, JsonObject, Json, boolean]>([
    ['a value', { a: ['x', 'y'] }, { a: 'y' }, true],
    ['another value', { a: ['x', 'y'] }, { a: 'z' }, false],
    ['a number as text', { a: [1] }, { a: '1' }, false],
    ['null', { a: [null] }, { a: null }, true],
    ['a missing key', { a: [null] }, {}, false],
    ['one value of a list', { a: ['x'] }, { a: ['w', 'x'] }, true],
    ['all keys', { a: ['x'], b: ['y'] }, { a: 'x', b: 'z' }, false],
    ['nested keys', { a: { b: { c: ['x'] } } }, { a: { b: { c: 'x', d: 1 } } }, true],
    ['a nested key where there is none', { a: { b: ['x'] } }, { a: 'x' }, false],
    ['a prefix', { a: [{ prefix: 'ab' }] }, { a: 'abc' }, true],
    ['a wrong prefix', { a: [{ prefix: 'b' }] }, { a: 'abc' }, false],
    ['a suffix', { a: [{ suffix: 'bc' }] }, { a: 'abc' }, true],
    ['whatever case', { a: [{ 'equals-ignore-case': 'ABC' }] }, { a: 'aBc' }, true],
    ['that it is there', { a: [{ exists: true }] }, { a: 0 }, true],
    ['that it is there, and it is not', { a: [{ exists: true }] }, {}, false],
    ['that it is not there', { a: { b: [{ exists: false }] } }, {}, true],
    ['that it is not there, and it is', { a: [{ exists: false }] }, { a: 1 }, false],
    ['anything but one', { a: [{ 'anything-but': 'x' }] }, { a: 'y' }, true],
    ['anything but that one', { a: [{ 'anything-but': ['x', 'y'] }] }, { a: 'y' }, false],
    ['anything but a prefix', { a: [{ 'anything-but': { prefix: 'x' } }] }, { a: 'xy' }, false],
    ['a range', { a: [{ numeric: ['>', 0, '<=', 5] }] }, { a: 5 }, true],
    ['beyond the range', { a: [{ numeric: ['>', 0, '<=', 5] }] }, { a: 5.5 }, false],
    ['a number that is text', { a: [{ numeric: ['=', 5] }] }, { a: '5' }, false],
    ['one of two branches', { $or: [{ a: ['x'] }, { b: ['y'] }] }, { b: 'y' }, true],
    ['none of two branches', { $or: [{ a: ['x'] }, { b: ['y'] }] }, { b: 'x' }, false],
    ['names of the prototype', { constructor: [{ exists: false }] }, {}, true],
  ])('asks for %s', (_, pattern, event, expected) => {
    expect(matches(pattern, event)).toBe(expected);
  });

  test.each<[JsonObject]>([
    [{ a: [{ wildcard: '*' }] }],
    [{ a: 'x' }],
    [{ a: [{ numeric: ['~', 1] }] }],
    [{ a: [{ prefix: 1 }] }],
  ])('that is not understood is refused: %j', (pattern) => {
    expect(() => compilePattern(pattern)).toThrow();
  });
});

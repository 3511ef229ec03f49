import { expect, test } from '@jest/globals';
import { marshall as theirs, unmarshall as theirsBack } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { marshall, unmarshall } from '../../../lambdas/runtime/aws/attributes.ts';

const { item } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
      .map((number) => (number === 0 ? 0 : number)),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array(),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('item'),
  ),
  item: fc.dictionary(
    fc.string().filter((name) => name !== '__proto__'),
    fc.option(tie('value'), { nil: undefined }),
    { maxKeys: 5, noNullPrototype: true },
  ),
}));

/** Binary values as they are in JSON. */
const onTheWire = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, inner: unknown) =>
      inner instanceof Uint8Array ? Buffer.from(inner).toString('base64') : inner,
    ),
  );

const record = (value: unknown): Record<string, unknown> => Object.fromEntries(Object.entries(value ?? {}));

test('values are written as the SDK writes them, and come back as they do from it', () => {
  fc.assert(
    fc.property(item, (value) => {
      const expected = theirs(record(value), { removeUndefinedValues: true });
      const written = marshall(record(value));
      expect(onTheWire(written)).toEqual(onTheWire(expected));
      expect(unmarshall(onTheWire(written))).toEqual(theirsBack(expected));
    }),
  );
});

test('a name like that of a prototype is a name', () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":1}}');
  const back = unmarshall(onTheWire(marshall(record(value))));
  expect(JSON.stringify(back)).toBe('{"__proto__":{"a":1}}');
});

test('what DynamoDB can not hold exactly is refused', () => {
  for (const value of [Number.NaN, Infinity, 2 ** 53, new Map(), new Set(['a']), 1n]) {
    expect(() => marshall({ value })).toThrow();
  }
  expect(() => unmarshall({ value: { N: '9007199254740993' } })).toThrow();
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isJsonObject } from '../../lambdas/kernel/json-object.ts';
import { listOf } from '../../tools/compatible/alternatives.ts';
import type { Direction } from '../../tools/compatible/difference.ts';
import { schemaDifferences } from '../../tools/compatible/schema-differences.ts';
import { isOfSchema } from '../../tools/harness/json-schema-check.ts';

type Json = Readonly<Record<string, unknown>>;

const words = ['', 'a', 'ab', 'abc'];
const optional = (name: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<Json> =>
  fc.option(values).map((value) => (value === null ? {} : { [name]: value }));
const all = (...parts: readonly fc.Arbitrary<Json>[]): fc.Arbitrary<Json> =>
  fc.tuple(...parts).map((given) => given.reduce((sum, part) => ({ ...sum, ...part }), {}));
const size = fc.integer({ min: 0, max: 3 });

const leaf: fc.Arbitrary<Json> = fc.oneof(
  all(
    fc.constantFrom({ type: 'string' }, { type: ['string', 'null'] }),
    optional('minLength', size),
    optional('maxLength', size),
  ),
  fc.subarray(words, { minLength: 1 }).map((some) => ({ type: 'string', enum: some })),
  all(fc.constantFrom({ type: 'integer' }, { type: 'number' }), optional('minimum', size), optional('maximum', size)),
  fc.constantFrom({ type: 'boolean' }, { type: 'null' }, {}),
);
const list = all(
  fc.constant({ type: 'array' }),
  optional('items', leaf),
  optional('minItems', size),
  optional('maxItems', size),
);
const object = all(
  fc.constant({ type: 'object' }),
  fc.record({ a: fc.oneof(leaf, list), b: leaf }, { requiredKeys: [] }).map((properties) => ({ properties })),
  fc.subarray(['a', 'b']).map((required) => ({ required })),
  optional('additionalProperties', fc.oneof(fc.constant(false), leaf)),
);
const one = fc.oneof(leaf, list, object);
const schemas = fc.oneof(
  one,
  fc.array(one, { minLength: 1, maxLength: 3 }).map((anyOf): Json => ({ anyOf })),
);

/** Two versions: mostly one with some keywords of another, since two at random have little in common. */
const versions: fc.Arbitrary<readonly [Json, Json]> = fc.oneof(
  fc.tuple(schemas, schemas),
  fc
    .oneof(fc.tuple(leaf, leaf), fc.tuple(list, list), fc.tuple(object, object))
    .chain(([was, other]) =>
      fc
        .tuple(fc.subarray(Object.keys(was)), fc.subarray(Object.keys(other)))
        .map(([kept, taken]): readonly [Json, Json] => [
          was,
          Object.fromEntries([
            ...kept.map((name) => [name, was[name]] as const),
            ...taken.map((name) => [name, other[name]] as const),
          ]),
        ]),
    ),
);

const scalars = fc.constantFrom<unknown>(...words, 0, 1, 2, 3, 1.5, null, true);
const lists = fc.array(scalars, { maxLength: 3 });
const values = fc.oneof(
  scalars,
  lists,
  fc.record({ a: fc.oneof(scalars, lists), b: scalars, c: scalars }, { requiredKeys: [] }),
);

const differences = (was: Json, is: Json, direction: Direction) =>
  schemaDifferences({ schema: was, document: {} }, { schema: is, document: {} }, direction);
const isBreaking = (was: Json, is: Json, direction: Direction): boolean =>
  differences(was, is, direction).some(({ breaks }) => breaks !== null);

/** Objects with nothing closed, as those of answers are. */
const opened = (schema: unknown): Json => {
  const { anyOf, ...rest } = isJsonObject(schema) ? schema : {};
  const more = rest['additionalProperties'] === false ? { additionalProperties: true } : {};
  return { ...rest, ...more, ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(opened) } : {}) };
};

const listed = (schema: Json): ReadonlySet<string> =>
  new Set(
    [schema, ...listOf(schema['anyOf'])].flatMap((part) =>
      isJsonObject(part) && isJsonObject(part['properties']) ? Object.keys(part['properties']) : [],
    ),
  );

const runs = { numRuns: 2_000 };

test('a schema has no difference from itself', () => {
  fc.assert(
    fc.property(schemas, fc.constantFrom<Direction>('request', 'response'), (schema, direction) => {
      expect(differences(schema, schema, direction)).toEqual([]);
    }),
    runs,
  );
});

test('what breaks no request is still accepted', () => {
  fc.assert(
    fc.property(versions, fc.array(values, { maxLength: 20 }), ([was, is], sent) => {
      if (isBreaking(was, is, 'request')) return;
      // A field that the release did not list had no effect. It may get one.
      const names = listed(was);
      const known = sent.filter((value) => !isJsonObject(value) || Object.keys(value).every((name) => names.has(name)));
      for (const value of known.filter((given) => isOfSchema(was, given)))
        expect([value, isOfSchema(is, value)]).toEqual([value, true]);
    }),
    runs,
  );
});

test('what breaks no answer was possible before', () => {
  fc.assert(
    fc.property(versions, fc.array(values, { maxLength: 20 }), ([was, is], answers) => {
      if (isBreaking(was, is, 'response')) return;
      const before = opened(was);
      for (const value of answers.filter((given) => isOfSchema(is, given)))
        expect([value, isOfSchema(before, value)]).toEqual([value, true]);
    }),
    runs,
  );
});

test('an optional field more breaks nothing', () => {
  fc.assert(
    fc.property(object, leaf, fc.constantFrom<Direction>('request', 'response'), (schema, field, direction) => {
      if (isJsonObject(schema['additionalProperties'])) return;
      const properties = { ...(isJsonObject(schema['properties']) ? schema['properties'] : {}), more: field };
      expect(isBreaking(schema, { ...schema, properties }, direction)).toBe(false);
    }),
    runs,
  );
});

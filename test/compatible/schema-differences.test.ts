import { describe, expect, test } from '@jest/globals';
import type { Direction } from '../../tools/compatible/difference.ts';
import { schemaDifferences } from '../../tools/compatible/schema-differences.ts';

type Json = Readonly<Record<string, unknown>>;

const object = (properties: Json, more: Json = {}): Json => ({ type: 'object', properties, ...more });
const text = { type: 'string' };

const breaking = (direction: Direction, was: Json, is: Json, documents: readonly [Json, Json] = [{}, {}]) =>
  schemaDifferences({ schema: was, document: documents[0] }, { schema: is, document: documents[1] }, direction)
    .filter(({ breaks }) => breaks !== null)
    .map(({ path, ...one }) => `${path}: ${one.was} -> ${one.is}`);

const open = object({ a: text }, { additionalProperties: true });
const record = object({}, { additionalProperties: text });
const closed = object({ a: text }, { additionalProperties: false });
const optional = object({ a: text });
const required = object({ a: text }, { required: ['a'] });
const two = object({ a: text, b: text });
const letters = (...values: readonly (string | null)[]): Json => ({ type: ['string', 'null'], enum: values });

/** Each pair: the second one has fewer values, or less to read, than the first. */
const narrowed: readonly (readonly [string, Json, Json, string])[] = [
  ['a shorter maxLength', { ...text, maxLength: 20 }, { ...text, maxLength: 10 }, 'maxLength 20 -> maxLength 10'],
  ['a new maxLength', text, { ...text, maxLength: 10 }, 'no maxLength -> maxLength 10'],
  ['a longer minLength', { ...text, minLength: 1 }, { ...text, minLength: 2 }, 'minLength 1 -> minLength 2'],
  ['a new pattern', text, { ...text, pattern: '^a' }, 'no pattern -> pattern "^a"'],
  ['another format', text, { ...text, format: 'uuid' }, 'no format -> format "uuid"'],
  ['a higher minimum', { type: 'integer' }, { type: 'integer', minimum: 1 }, 'no minimum -> minimum 1'],
  ['a lower maximum', { type: 'integer', maximum: 9 }, { type: 'integer', maximum: 8 }, 'maximum 9 -> maximum 8'],
  ['more minItems', { type: 'array' }, { type: 'array', minItems: 1 }, 'no minItems -> minItems 1'],
  ['fewer maxItems', { type: 'array' }, { type: 'array', maxItems: 1 }, 'no maxItems -> maxItems 1'],
  ['unique items', { type: 'array' }, { type: 'array', uniqueItems: true }, 'no uniqueItems -> uniqueItems true'],
  [
    'an unknown keyword',
    text,
    { ...text, contentEncoding: 'base64' },
    'no contentEncoding -> contentEncoding "base64"',
  ],
  ['integers only', { type: 'number' }, { type: 'integer' }, 'number -> integer'],
  ['one type only', {}, text, 'any -> string'],
  ['a word fewer', letters('a', 'b', null), letters('a', null), '"b" -> gone'],
  ['words only', text, { ...text, enum: ['a'] }, 'any string -> "a"'],
];

describe.each(narrowed)('%s', (_, wide, narrow, change) => {
  const [was = '', is = ''] = change.split(' -> ');

  test('breaks who sends, and no reader', () => {
    expect([breaking('request', wide, narrow), breaking('response', wide, narrow)]).toEqual([[`: ${change}`], []]);
  });

  test('breaks, when it is taken back, who reads, and no sender', () => {
    const back = [breaking('request', narrow, wide), breaking('response', narrow, wide)];
    const forth = is === 'gone' ? `absent -> ${was}` : `${is} -> ${was}`;
    expect(back).toEqual([[], [`: ${forth}`]]);
  });
});

test('null, when it is not possible any more, breaks who sends it', () => {
  const nullable = { type: ['string', 'null'] };
  expect(breaking('request', nullable, text)).toEqual([': null -> gone']);
  expect(breaking('response', nullable, text)).toEqual([]);
  expect(breaking('response', text, nullable)).toEqual([': absent -> null']);
  expect(breaking('request', text, nullable)).toEqual([]);
});

test('another type breaks everybody', () => {
  expect(breaking('request', text, { type: 'integer' })).toEqual([': string -> gone']);
  expect(breaking('response', text, { type: 'integer' })).toEqual([': absent -> integer']);
});

test('words within the limits of what was any text are no surprise for who reads', () => {
  expect(breaking('response', { ...text, maxLength: 2 }, { ...text, enum: ['ab'] })).toEqual([]);
  expect(breaking('response', { ...text, maxLength: 2 }, { ...text, enum: ['abc'] })).toEqual([
    ': maxLength 2 -> no maxLength',
  ]);
});

describe('a field', () => {
  test('that is removed breaks who sends it and who reads it, also when it was optional', () => {
    for (const direction of ['request', 'response'] as const)
      expect(breaking(direction, two, optional)).toEqual(['b: present -> gone']);
  });

  test('that is new breaks nothing, unless a request must have it', () => {
    const must = object({ a: text, b: text }, { required: ['b'] });
    expect([breaking('request', optional, two), breaking('response', optional, two)]).toEqual([[], []]);
    expect(breaking('request', optional, must)).toEqual(['b: absent -> required']);
    expect(breaking('response', optional, must)).toEqual([]);
  });

  test('that becomes required breaks who sends, and one that becomes optional breaks who reads', () => {
    expect(breaking('request', optional, required)).toEqual(['a: optional -> required']);
    expect(breaking('response', optional, required)).toEqual([]);
    expect(breaking('response', required, optional)).toEqual(['a: required -> optional']);
    expect(breaking('request', required, optional)).toEqual([]);
  });

  test('has its place within objects, lists and records', () => {
    const deep = (value: Json): Json => object({ list: { type: 'array', items: object({ inner: recordOf(value) }) } });
    const recordOf = (value: Json): Json => ({ type: 'object', additionalProperties: value });
    expect(breaking('request', deep(text), deep({ ...text, maxLength: 1 }))).toEqual([
      'list[].inner.*: no maxLength -> maxLength 1',
    ]);
  });

  test('of a request with another default acts otherwise for who leaves it out', () => {
    const by = (value: unknown): Json => object({ a: { ...text, default: value } });
    expect(breaking('request', by(1), by(2))).toEqual(['a: default 1 -> default 2']);
    expect(breaking('request', optional, by(2))).toEqual([]);
    expect(breaking('response', by(1), by(2))).toEqual([]);
  });
});

describe('further fields', () => {
  test('that are refused from now on, or have a type, break who sends them', () => {
    expect(breaking('request', open, closed)).toEqual([': any further field -> no further field']);
    expect(breaking('request', record, object({}))).toEqual([]);
    expect(breaking('request', object({}), record)).toEqual([': any further field -> further fields of a type']);
    expect(breaking('request', closed, open)).toEqual([]);
  });

  test('may come in an answer at any time, but for a record of values of one type', () => {
    expect(breaking('response', closed, open)).toEqual([]);
    expect(breaking('response', open, closed)).toEqual([]);
    expect(breaking('response', record, object({}))).toEqual([': further fields of a type -> any further field']);
  });
});

describe('alternatives', () => {
  const kind = (name: string, more: Json = {}): Json =>
    object({ kind: { type: 'string', const: name }, ...more }, { required: ['kind'] });

  test('are compared with the one of the same constant, in any order', () => {
    const was = { oneOf: [kind('a', { x: text }), kind('b', { y: text })] };
    const is = { anyOf: [kind('b'), kind('a', { x: text })] };
    expect(breaking('response', was, is)).toEqual(['y: present -> gone']);
  });

  test('that are gone break who sends, and new ones break who reads', () => {
    const one = { oneOf: [kind('a')] };
    const both = { oneOf: [kind('a'), kind('b')] };
    expect([breaking('request', both, one), breaking('response', both, one)]).toEqual([[': kind=b -> gone'], []]);
    expect([breaking('request', one, both), breaking('response', one, both)]).toEqual([[], [': absent -> kind=b']]);
  });

  test('of one type with another constant are the same alternative', () => {
    expect(breaking('response', kind('a'), kind('b'))).toEqual(['kind: "a" -> "b"']);
  });
});

describe('a component', () => {
  const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
  const having = (schemas: Json): Json => ({ components: { schemas } });

  test('is followed in its own document, and named', () => {
    const [was, is] = [having({ Thing: two }), having({ Thing: optional })];
    const found = schemaDifferences(
      { schema: ref('Thing'), document: was },
      { schema: ref('Thing'), document: is },
      'response',
    );
    expect(found.map(({ component, path }) => [component, path])).toEqual([['Thing', 'b']]);
  });

  test('may be written out, or get another name', () => {
    const [was, is] = [having({ Thing: two }), having({ Other: two })];
    expect(breaking('response', ref('Thing'), ref('Other'), [was, is])).toEqual([]);
    expect(breaking('response', ref('Thing'), two, [was, is])).toEqual([]);
  });

  test('may contain itself', () => {
    const node = (more: Json, name = 'Node'): Json => having({ [name]: object({ next: ref(name), ...more }) });
    expect(breaking('response', ref('Node'), ref('Knot'), [node({ a: text }), node({}, 'Knot')])).toEqual([
      'a: present -> gone',
    ]);
    expect(breaking('response', ref('Node'), ref('Node'), [node({ a: text }), node({})])).toEqual([
      'a: present -> gone',
    ]);
  });
});

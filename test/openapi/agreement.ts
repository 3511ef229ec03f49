import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { isEmailAddress } from '../../lambdas/domain/email-address.ts';
import { isJsonObject, type JsonObject } from '../../lambdas/kernel/json-object.ts';

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
formats.default(ajv);
ajv.addFormat('idn-email', isEmailAddress);
// URLs are read as browsers read them, not by RFC 3986: https://url.spec.whatwg.org/
ajv.addFormat('uri', (text: string) => URL.canParse(text));

export const validatorOf = (schema: object): ValidateFunction => ajv.compile(schema);

type Values = fc.Arbitrary<unknown>;

const typesOf = ({ type }: JsonObject): readonly unknown[] => (Array.isArray(type) ? type : [type]);

const patternsIn = (schema: JsonObject): readonly string[] => {
  const inner = ['allOf', 'anyOf'].flatMap((name) => {
    const schemas = schema[name];
    return Array.isArray(schemas) ? schemas.filter(isJsonObject).flatMap(patternsIn) : [];
  });
  return typeof schema['pattern'] === 'string' ? [schema['pattern'], ...inner] : inner;
};

/** Texts near what fields expect: most break the rules of most fields. */
const known = [
  '2026-02-03',
  '2026-02-03T04:05:06Z',
  '2026-02-03T04:05:06.789+05:30',
  '1770000000.5',
  'maria@example.com',
  '"a b"@example.com',
  'https://partner.example/path?x=1',
  'https://user@partner.example/',
  'https://partner.example/#part',
  'http://localhost:8080/back',
  'com.example.app:/back',
  'pt-BR',
  'de-CH-1996',
  '#A0b1C2',
  '0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789ABCDEF',
  '+49 30 123456',
  '\u0007bell',
  ' a ',
  '   ',
  '',
];

const text = (schema: JsonObject): Values => {
  const least = typeof schema['minLength'] === 'number' ? schema['minLength'] : 0;
  const most = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : 64;
  const ofLength = (length: number): fc.Arbitrary<string> =>
    fc.constantFrom('a', '7', '😀').map((unit) => unit.repeat(Math.max(0, length)));
  return fc.oneof(
    fc.constantFrom(...known),
    ...patternsIn(schema).map((pattern) => fc.stringMatching(new RegExp(pattern, 'u'))),
    ...[least - 1, least, most, most + 1].map(ofLength),
    fc.string({ unit: 'grapheme', maxLength: Math.min(most, 64) }),
    ...(schema['format'] === 'uuid'
      ? [fc.uuid(), fc.stringMatching(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/)]
      : []),
  );
};

const number = (schema: JsonObject, isWhole: boolean): Values => {
  const least = typeof schema['minimum'] === 'number' ? schema['minimum'] : -5;
  const most = typeof schema['maximum'] === 'number' ? schema['maximum'] : Number.MAX_SAFE_INTEGER;
  const bounds = fc.constantFrom(least - 1, least, most, most + 1).filter(Number.isSafeInteger);
  const some = isWhole
    ? fc.integer({ min: Math.ceil(least), max: most })
    : fc.double({ min: least, max: most, noNaN: true });
  return fc.oneof(bounds, some);
};

const ofType = (type: unknown, schema: JsonObject): Values => {
  switch (type) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return number(schema, type === 'integer');
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items, minItems: least = 0, maxItems: most = 5 } = schema;
      const entry = isJsonObject(items) ? valuesOf(items) : fc.jsonValue();
      return fc.array(entry, { minLength: Number(least), maxLength: Math.min(Number(most), Number(least) + 5) });
    }
    case 'object':
      return isJsonObject(schema['properties']) ? objectsOf(schema) : fc.dictionary(fc.string(), fc.jsonValue());
    default:
      return fc.jsonValue();
  }
};

/** Values in the form of a schema. Some break its other rules. */
const valuesOf = (schema: JsonObject): Values => {
  if ('const' in schema) return fc.constant(schema['const']);
  const values: unknown = schema['enum'];
  if (Array.isArray(values)) return fc.constantFrom<unknown[]>(...values.map((value: unknown) => value));
  if (schema['type'] === undefined && Array.isArray(schema['anyOf']))
    return fc.oneof(...schema['anyOf'].filter(isJsonObject).map(valuesOf));
  return fc.oneof(...typesOf(schema).map((type) => ofType(type, schema)));
};

/** Values of a property: most of them are valid. */
const mostlyValid = (schema: unknown): Values => {
  if (!isJsonObject(schema)) return fc.jsonValue();
  const values = valuesOf(schema);
  return fc.oneof({ weight: 9, arbitrary: values.filter(validatorOf(schema)) }, { weight: 1, arbitrary: values });
};

/** Objects with the required properties and some others. */
const objectsOf = ({ properties, required }: JsonObject): fc.Arbitrary<JsonObject> => {
  const given = isJsonObject(properties) ? properties : {};
  const values = Object.fromEntries(Object.entries(given).map(([name, schema]) => [name, mostlyValid(schema)]));
  const requiredKeys = Array.isArray(required) ? required.map(String) : [];
  const optional = Object.keys(values).filter((name) => !requiredKeys.includes(name));
  return fc
    .oneof(fc.subarray(optional, { maxLength: Math.min(3, optional.length) }), fc.subarray(optional))
    .chain((some) =>
      fc.record(Object.fromEntries([...requiredKeys, ...some].map((name) => [name, values[name] ?? fc.jsonValue()]))),
    );
};

/** An object with one property of another value, or without one. */
const changed = (objects: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(
      objects,
      fc.nat(),
      fc.oneof(fc.constant(undefined), fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(...known)),
    )
    .map(([object, which, value]) => {
      const names = Object.keys(object);
      const name = names[which % Math.max(1, names.length)] ?? 'other';
      const { [name]: _, ...rest } = object;
      return value === undefined ? rest : { ...rest, [name]: value };
    });

/** Parameters by their schema, many of them valid, and many next to valid ones. */
export const parametersBy = (schema: JsonObject): fc.Arbitrary<JsonObject> => {
  const objects = objectsOf(schema);
  return fc.oneof(objects, changed(objects));
};

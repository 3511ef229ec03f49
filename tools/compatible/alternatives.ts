import { isJsonObject, type JsonObject } from '../../lambdas/kernel/json-object.ts';

/** A schema, and the document that its `$ref`s refer to. */
export interface Side {
  readonly schema: unknown;
  readonly document: JsonObject;
}

/** One type that a schema admits: its values are those of its alternatives. */
export interface Alternative {
  /** A type of JSON Schema, or `any`, which limits nothing. */
  readonly type: string;
  readonly schema: JsonObject;
  /** The values, when they are counted up; null: not counted up. */
  readonly values: readonly unknown[] | null;
  /** The component that it was taken from; null: written out. */
  readonly component: string | null;
}

export const propertiesOf = ({ properties }: JsonObject): JsonObject => (isJsonObject(properties) ? properties : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What a JSON pointer such as `#/components/schemas/Customer` names. @throws Error when nothing is there */
const pointed = (document: JsonObject, pointer: string): unknown => {
  const found = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (isJsonObject(value) ? value[name] : undefined), document);
  if (found === undefined) throw new Error(`${pointer} is not in the document`);
  return found;
};

/** What a `$ref` refers to, or the value itself. */
export const resolved = (value: unknown, document: JsonObject): unknown =>
  isJsonObject(value) && typeof value['$ref'] === 'string' ? pointed(document, value['$ref']) : value;

const typeOfValue = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

const isOfType = (type: string, value: unknown): boolean =>
  typeOfValue(value) === type || (type === 'number' && typeof value === 'number');

const valuesOf = (schema: JsonObject): readonly unknown[] | null => {
  if (schema['const'] !== undefined) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : null;
};

/** What says nothing of the values. */
export const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'examples',
  'example',
  'default',
  'deprecated',
  'discriminator',
  '$comment',
  '$schema',
]);

const everyType = ['string', 'number', 'boolean', 'null', 'array', 'object'];

const typesOf = (schema: JsonObject, values: readonly unknown[] | null): readonly string[] => {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.map(String);
  if (values !== null) return [...new Set(values.map(typeOfValue))];
  // A keyword without a type limits the values of its type, and admits all others.
  return Object.keys(schema).every((keyword) => annotations.has(keyword)) ? ['any'] : everyType;
};

/** The alternatives of a schema, through its `$ref`, `anyOf` and `oneOf`; none for `false`. */
export const alternativesOf = ({ schema, document }: Side, component: string | null = null): readonly Alternative[] => {
  if (schema === false) return [];
  if (!isJsonObject(schema)) return [{ type: 'any', schema: {}, values: null, component }];
  const { $ref: ref } = schema;
  if (typeof ref === 'string')
    return alternativesOf({ schema: pointed(document, ref), document }, ref.slice(ref.lastIndexOf('/') + 1));
  const options = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  if (options.length > 0) return options.flatMap((option) => alternativesOf({ schema: option, document }));
  const values = valuesOf(schema);
  return typesOf(schema, values)
    .map((type) => ({ type, schema, component, values: values?.filter((value) => isOfType(type, value)) ?? null }))
    .filter((one) => one.values === null || one.values.length > 0);
};

/** What tells an object from others: `type=service.ping`; empty for none. */
const constantsOf = (schema: JsonObject): string =>
  Object.entries(propertiesOf(schema))
    .flatMap(([name, property]) =>
      isJsonObject(property) && typeof property['const'] === 'string' ? [`${name}=${property['const']}`] : [],
    )
    .toSorted()
    .join(', ');

/** For people, and to tell alternatives of a type from each other. */
export const titleOf = ({ type, schema, component }: Alternative): string => component ?? (constantsOf(schema) || type);

interface Matched {
  readonly pairs: readonly (readonly [Alternative, Alternative])[];
  readonly gone: readonly Alternative[];
  readonly added: readonly Alternative[];
}

type Same = (was: Alternative, is: Alternative) => boolean;

const sameType: Same = (was, is) => was.type === is.type;
const bothNumbers: Same = (was, is) => [was, is].every(({ type }) => type === 'integer' || type === 'number');

/** From the surest sign to the weakest one. */
const signs: readonly Same[] = [
  (was, is) => sameType(was, is) && was.component !== null && was.component === is.component,
  (was, is) => sameType(was, is) && constantsOf(was.schema) === constantsOf(is.schema),
  sameType,
  bothNumbers,
  (was, is) => was.type === 'any' || is.type === 'any',
];

/** Which alternative became which. */
export const matched = (was: readonly Alternative[], is: readonly Alternative[]): Matched => {
  const pairs: (readonly [Alternative, Alternative])[] = [];
  const [gone, added] = [new Set(was), new Set(is)];
  for (const isSame of signs) {
    for (const before of gone) {
      const after = [...added].find((one) => isSame(before, one));
      if (after === undefined) continue;
      pairs.push([before, after]);
      gone.delete(before);
      added.delete(after);
    }
  }
  return { pairs, gone: [...gone], added: [...added] };
};

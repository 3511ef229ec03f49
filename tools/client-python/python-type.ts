import type { JsonSchema } from '../openapi/json-schema.ts';

export const pythonHead = '# Made by `npm run generate` from the code of the service; a test compares them.\n';

/** The keywords that could be the name of a field. */
const keywords = new Set(['from', 'import', 'class', 'def', 'global', 'in', 'is', 'pass', 'return', 'with', 'async']);

/** The name in Python: a keyword gets an underscore. */
export const nameOf = (name: string): string => (keywords.has(name) ? `${name}_` : name);

/** `top_errors` → `TopErrors` */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** A docstring of one line, or nothing. */
export const docstring = (text: string | undefined, indent: string): string =>
  text === undefined || text === '' ? '' : `${indent}"""${text.replaceAll(/\s+/g, ' ')}"""\n`;

/** A line comment, or nothing. */
export const commentOf = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}# ${text.replaceAll(/\s+/g, ' ')}\n`;

/** Declares an object under a name, and returns the name. */
export type Declare = (name: string, schema: JsonSchema) => string;

const primitives: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** What a program may give for a text: an id or a time as Python's own type. */
export const givenText = (schema: JsonSchema, key: string): string => {
  if (schema.format === 'uuid') return 'str | UUID';
  return schema.format === 'date-time' || /^(since|until)$|_at$/.test(key) ? 'str | datetime' : 'str';
};

const union = (types: readonly string[]): string => {
  const all = [...new Set(types)];
  return [...all.filter((type) => type !== 'None'), ...all.filter((type) => type === 'None')].join(' | ');
};

const literal = (values: readonly unknown[]): string =>
  `Literal[${values.map((value) => (typeof value === 'boolean' ? pascal(String(value)) : JSON.stringify(value))).join(', ')}]`;

const ofType = (type: string, schema: JsonSchema, name: string, declare: Declare): string => {
  if (type === 'array') {
    const { items } = schema;
    const item =
      typeof items === 'object' && !Array.isArray(items) ? pythonType(items, `${name}Item`, declare) : 'object';
    return `list[${item}]`;
  }
  if (type !== 'object') return primitives[type] ?? 'object';
  return Object.keys(schema.properties ?? {}).length === 0 ? 'dict[str, Any]' : declare(name, schema);
};

/**
 * The type in Python for a JSON Schema, as far as the service's schemas use it.
 * @param name of an object without a name of its own
 */
export const pythonType = (schema: JsonSchema, name: string, declare: Declare): string => {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return literal([schema.const]);
  if (schema.enum !== undefined) {
    const values = schema.enum.filter((value) => value !== null);
    return union([literal(values), ...(values.length < schema.enum.length ? ['None'] : [])]);
  }
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) {
    return union(options.map((option) => (typeof option === 'boolean' ? 'object' : pythonType(option, name, declare))));
  }
  if (schema.type === undefined) return 'Any';
  const types: readonly string[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  return union(types.map((type) => ofType(type, schema, name, declare)));
};

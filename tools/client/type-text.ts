import type { JsonSchema } from '../openapi/json-schema.ts';

const isIdentifier = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);
const nameOf = (name: string): string => (isIdentifier(name) ? name : JSON.stringify(name));

/** A comment of one line, or nothing. */
export const commentOf = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n`;

const primitives: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

const ofType = (type: string, schema: JsonSchema, indent: string): string => {
  if (type === 'array') {
    const { items } = schema;
    const item = typeof items === 'object' && !Array.isArray(items) ? typeText(items, indent) : 'unknown';
    return `readonly ${item.includes(' ') && !item.startsWith('{') ? `(${item})` : item}[]`;
  }
  if (type !== 'object') return primitives[type] ?? 'unknown';
  return schema.properties === undefined ? 'Readonly<Record<string, unknown>>' : objectText(schema, indent);
};

/** The members of an object, each on a line, within braces. */
export const objectText = (
  { properties = {}, required = [] }: JsonSchema,
  indent: string,
  without: readonly string[] = [],
): string => {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([name, schema]) => {
    if (typeof schema === 'boolean' || without.includes(name)) return [];
    const sign = required.includes(name) ? '' : '?';
    const type = typeText(schema, inner) + (sign === '' ? '' : ' | undefined');
    return [`${commentOf(schema.description, inner)}${inner}readonly ${nameOf(name)}${sign}: ${type};`];
  });
  return lines.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${lines.join('\n')}\n${indent}}`;
};

/** A TypeScript type for a JSON Schema, as far as the service's schemas use it. */
export const typeText = (schema: JsonSchema, indent = ''): string => {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const options = schema.anyOf ?? schema.oneOf;
  const inner = (option: JsonSchema | boolean): string =>
    typeof option === 'boolean' ? 'unknown' : typeText(option, indent);
  if (options !== undefined) return union(options.map(inner));
  if (schema.type === undefined) return 'unknown';
  const types: readonly string[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  return union(types.map((type) => ofType(type, schema, indent)));
};

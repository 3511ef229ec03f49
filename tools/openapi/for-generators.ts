import { isJsonObject, type JsonObject } from '../../lambdas/kernel/json-object.ts';
import { schemaRef } from './names.ts';

/** oapi-codegen takes one type, or one and null. */
const oneTypeEach = ({ type, ...rest }: JsonObject): JsonObject => ({
  ...rest,
  anyOf: (Array.isArray(type) ? type : []).map((one: unknown) => ({ type: one })),
});

/** openapi-generator makes an enum of texts of a constant boolean, which does not compile in Java. */
const withoutConst = ({ const: _, ...rest }: JsonObject): JsonObject => rest;

/** They make classes of alternatives that only require fields, and read the escapes of patterns each in their own way. */
const withoutRules = ({ allOf: _, dependentRequired: __, ...schema }: JsonObject): JsonObject => {
  const { pattern, ...others } = schema;
  return typeof pattern === 'string' && /\\[^d]/.test(pattern) ? others : schema;
};

const simpler = (given: JsonObject): JsonObject => {
  const schema = withoutRules(given);
  const { type } = schema;
  if (Array.isArray(type) && type.filter((one) => one !== 'null').length > 1) return oneTypeEach(schema);
  return type === 'boolean' ? withoutConst(schema) : schema;
};

/** New names of schemas that are called `NewX` beside an `X`: in Go, `NewX` is the function that makes an `X`. */
const otherNames = (names: readonly string[]): ReadonlyMap<string, string> => {
  const created = (name: string): string => name.replace(/^New/, 'Created');
  return new Map(
    names
      .filter((name) => name !== created(name) && names.includes(name.slice(3)))
      .map((name) => [name, created(name)]),
  );
};

/** A description without the forms that generators of clients take, and then make code that does not compile. */
export const forGenerators = (document: JsonObject, schemas: JsonObject): JsonObject => {
  const others = otherNames(Object.keys(schemas));
  const refs = new Map(Array.from(others, ([from, to]) => [schemaRef(from).$ref, schemaRef(to).$ref]));
  const rewritten = (value: unknown): unknown => {
    if (typeof value === 'string') return refs.get(value) ?? value;
    if (Array.isArray(value)) return value.map(rewritten);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(simpler(value)).map(([name, its]) => [
        value === schemas ? (others.get(name) ?? name) : name,
        rewritten(its),
      ]),
    );
  };
  return Object.fromEntries(Object.entries(document).map(([name, its]) => [name, rewritten(its)]));
};

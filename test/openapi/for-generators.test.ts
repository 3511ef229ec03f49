import { beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../lambdas/kernel/json-object.ts';
import { summariesOf } from '../../tools/docs/summaries.ts';
import { byRouteDocument } from '../../tools/openapi/by-route.ts';
import { loadedRoutes } from '../../tools/openapi/loaded-routes.ts';

let document: JsonObject;
let names: readonly string[];
beforeAll(async () => {
  document = await byRouteDocument(loadedRoutes, await summariesOf(loadedRoutes));
  const shape = z.object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) });
  names = Object.keys(shape.parse(document).components.schemas);
});

const objectsIn = (value: unknown): readonly JsonObject[] => {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isJsonObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
};

test('a value of several types has an alternative for each, which oapi-codegen takes', () => {
  const mixed = objectsIn(document).filter(
    ({ type }) => Array.isArray(type) && type.filter((one) => one !== 'null').length > 1,
  );
  expect(mixed).toEqual([]);
  const alternatives = JSON.stringify([{ type: 'integer' }, { type: 'string' }, { type: 'null' }]);
  expect(objectsIn(document).some(({ anyOf }) => JSON.stringify(anyOf) === alternatives)).toBe(true);
});

test('no boolean is a constant, of which openapi-generator makes an enum that Java does not compile', () => {
  expect(objectsIn(document).filter((schema) => schema['type'] === 'boolean' && 'const' in schema)).toEqual([]);
});

test('no schema has the name of the function that makes another in Go', () => {
  expect(names).toContain('CreatedConnectSession');
  expect(names.filter((name) => name.startsWith('New') && names.includes(name.slice('New'.length)))).toEqual([]);
});

test('every reference leads to a schema', () => {
  const refs = objectsIn(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
  const schemas = refs.flatMap((ref) => /^#\/components\/schemas\/(.+)$/.exec(ref)?.[1] ?? []);
  expect(schemas.filter((name) => !names.includes(name))).toEqual([]);
});

test('no date has a pattern, which openapi-generator applies to the date itself in C#', () => {
  const dates = objectsIn(document).filter(({ format }) => format === 'date' || format === 'date-time');
  expect(dates.length).toBeGreaterThan(0);
  expect(dates.filter((schema) => 'pattern' in schema)).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { isJsonObject } from '../../lambdas/kernel/json-object.ts';

const { components } = z
  .object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) })
  .parse(JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')));

interface Field {
  readonly place: string;
  readonly description: string;
}

/** Every field within a schema, at its place. A constant says what it is. */
const fieldsOf = (value: unknown, place: string): readonly Field[] => {
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, place));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([keyword, inner]) => {
    if (keyword !== 'properties' || !isJsonObject(inner)) return fieldsOf(inner, place);
    return Object.entries(inner).flatMap(([name, property]): readonly Field[] => {
      const at = `${place}.${name}`;
      const { description = '', const: constant } = z
        .looseObject({ description: z.string().optional(), const: z.unknown().optional() })
        .parse(property);
      return [...(constant === undefined ? [{ place: at, description }] : []), ...fieldsOf(property, at)];
    });
  });
};

/** The data of events are described with the events, and the details of errors with the errors. */
const isDescribedElsewhere = ({ place }: Field): boolean => /^\w+(Error\.details|Event\.)/.test(place);

const fields = Object.entries(components.schemas)
  .flatMap(([name, schema]) => fieldsOf(schema, name))
  .filter((field) => !isDescribedElsewhere(field));

test('every field of a request and an answer says what it is', () => {
  expect(fields.length).toBeGreaterThan(500);
  expect(fields.filter(({ description }) => description.length < 10).map(({ place }) => place)).toEqual([]);
});

test('no description leaves open which record it is about', () => {
  expect(fields.filter(({ description }) => /^(Its|The) \w+\.$/.test(description)).map(({ place }) => place)).toEqual(
    [],
  );
});

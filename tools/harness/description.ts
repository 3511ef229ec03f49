import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';

const reference = z.object({ $ref: z.string() });
const schema = z.record(z.string(), z.unknown());
const operation = z.object({ requestBody: z.unknown().optional(), responses: z.record(z.string(), z.unknown()) });

const form = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  webhooks: z.record(z.string(), z.unknown()),
  components: z.object({
    headers: z.record(z.string(), z.object({ required: z.boolean().optional(), schema })),
    responses: z.record(z.string(), z.unknown()),
    schemas: z.record(z.string(), schema),
  }),
  'x-routes': z.record(
    z.string(),
    z.object({
      methods: z.array(z.string()),
      selectors: z.array(z.string()).default([]),
      request: reference,
      responses: z.record(z.string(), reference),
      byCursor: reference.optional(),
      errors: z.record(z.string(), z.array(z.string())),
    }),
  ),
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Closes the objects of answers, which are open for readers, so that an undescribed field is a deviation. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed);
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part)]));
  return isObject(value['properties']) && !('additionalProperties' in value)
    ? { ...inner, additionalProperties: false }
    : inner;
};

export const documentFile = new URL('../../docs/openapi.json', import.meta.url);

const parsed = form.parse(JSON.parse(readFileSync(documentFile, 'utf8')));

/** The parts of docs/openapi.json that checks read. */
export const description = parsed;

const isRequest = (name: string): boolean => /(Request|Query|Body)$/.test(name);

const schemas = Object.fromEntries(
  Object.entries(parsed.components.schemas).map(([name, its]) => [name, isRequest(name) ? its : closed(its)]),
);

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
formats.default(ajv);
ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/u);
ajv.addKeyword('discriminator');
ajv.addVocabulary(['components', 'paths']);
const { components, paths } = parsed;
ajv.addSchema({
  $id: 'openapi',
  components: { ...components, schemas, responses: closed(components.responses) },
  paths: closed(paths),
});

const validators = new Map<string, ValidateFunction>();

/** @param pointer within the document, such as `#/components/schemas/Customer` */
const validatorOf = (pointer: string): ValidateFunction => {
  const known = validators.get(pointer);
  if (known !== undefined) return known;
  const made = ajv.compile({ $ref: `openapi${pointer}` });
  validators.set(pointer, made);
  return made;
};

/** The deviations of a value from a schema of the document; empty when it is as described. */
export const deviationsFrom = (pointer: string, value: unknown): readonly string[] => {
  const validate = validatorOf(pointer);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message = '', params }) => {
    const extra: unknown = params['additionalProperty'];
    return `${pointer} ${instancePath} ${message}${typeof extra === 'string' ? `: ${extra}` : ''}`;
  });
};

export const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

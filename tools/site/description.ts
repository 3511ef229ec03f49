/** What the reference pages read of docs/openapi-by-route.json. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  get properties() {
    return z.record(z.string(), schema).optional();
  },
  get items() {
    return schema.optional();
  },
  get anyOf() {
    return z.array(schema).optional();
  },
});

export type Schema = z.infer<typeof schema>;

const examples = z.record(z.string(), z.object({ value: z.unknown() }));
const content = z.object({ 'application/json': z.object({ schema, examples: examples.optional() }) });
const response = z.union([
  z.object({ $ref: z.string() }),
  z.object({ description: z.string(), content: content.optional() }),
]);

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema,
  example: z.unknown().optional(),
});

const operation = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string(),
  'x-beyond': z.boolean().default(false),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(parameter).default([]),
  requestBody: z
    .object({
      content: z.object({
        'application/json': z.object({ schema, example: z.record(z.string(), z.unknown()).optional() }),
      }),
    })
    .optional(),
  responses: z.record(z.string(), response),
});

export type Operation = z.infer<typeof operation>;

const webhook = z.object({
  post: z.object({
    summary: z.string(),
    parameters: z.array(parameter),
    requestBody: z.object({ content }),
  }),
});

const document = z.object({
  info: z.object({ version: z.string() }),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  webhooks: z.record(z.string(), webhook),
  components: z.object({
    schemas: z.record(z.string(), schema),
    responses: z.record(z.string(), z.object({ description: z.string(), content })),
  }),
});

export type Description = z.infer<typeof document>;

/** A route with its methods, the first one being the usual one. */
export interface DescribedRoute {
  readonly route: string;
  readonly area: string;
  readonly methods: readonly [string, ...string[]];
  readonly operation: Operation;
}

export const readDescription = async (): Promise<Description> =>
  document.parse(JSON.parse(await readFile(new URL('../../docs/openapi-by-route.json', import.meta.url), 'utf8')));

export const routesOf = ({ paths }: Description): readonly DescribedRoute[] =>
  Object.entries(paths).map(([path, operations]) => {
    const [first, ...others] = Object.entries(operations);
    if (first === undefined) throw new Error(`${path} has no method`);
    const [method, usual] = first;
    return {
      route: usual.operationId,
      area: usual.tags[0],
      methods: [method.toUpperCase(), ...others.map(([name]) => name.toUpperCase())],
      operation: usual,
    };
  });

const namedBy = (ref: string): string => ref.split('/').at(-1) ?? '';

/** The schema itself, where it is named by a reference. */
export const resolved = (description: Description, given: Schema): Schema => {
  if (given.$ref === undefined) return given;
  const found = description.components.schemas[namedBy(given.$ref)];
  if (found === undefined) throw new Error(`the description has no ${given.$ref}`);
  return found;
};

/** The codes of the errors that an operation may answer, by status. */
export const errorCodesOf = (description: Description, { responses }: Operation): ReadonlyMap<string, string[]> => {
  const codes = new Map<string, string[]>();
  for (const [status, one] of Object.entries(responses)) {
    if (!('$ref' in one)) continue;
    const shown = description.components.responses[namedBy(one.$ref)]?.content['application/json'].examples ?? {};
    codes.set(status, Object.keys(shown));
  }
  return codes;
};

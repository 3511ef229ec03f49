import { z } from 'zod';
import type { LoadedRoute } from '../openapi/loaded-routes.ts';

export interface ParameterSchema {
  readonly type?: string | readonly string[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly anyOf?: readonly ParameterSchema[] | undefined;
  readonly items?: ParameterSchema | undefined;
  readonly properties?: Readonly<Record<string, ParameterSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

const parameterSchema: z.ZodType<ParameterSchema> = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  get anyOf() {
    return z.array(parameterSchema).optional();
  },
  get items() {
    return parameterSchema.optional();
  },
  get properties() {
    return z.record(z.string(), parameterSchema).optional();
  },
  required: z.array(z.string()).optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});

/** A parameter of a route: its schema before and after it is read. */
export interface RouteParameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly given: ParameterSchema;
  /** The schema with the bounds of trimmed and converted values. */
  readonly read: ParameterSchema;
}

const schemaOf = (route: LoadedRoute, io: 'input' | 'output'): ParameterSchema =>
  parameterSchema.parse(z.toJSONSchema(route.operation.input, { io, unrepresentable: 'any' }));

/** Adds the schema of an array's entries, when the route checks each entry by itself. */
const withEntries = ({ operation }: LoadedRoute, name: string, schema: ParameterSchema): ParameterSchema => {
  const entry = operation.entries?.[name];
  if (entry === undefined) return schema;
  return { ...schema, items: parameterSchema.parse(z.toJSONSchema(entry, { io: 'input', unrepresentable: 'any' })) };
};

const known = new Map<string, readonly RouteParameter[]>();

/** The parameters of a route's schema. */
export const parametersOf = (route: LoadedRoute): readonly RouteParameter[] => {
  const before = known.get(route.route);
  if (before !== undefined) return before;
  const [given, read] = [schemaOf(route, 'input'), schemaOf(route, 'output')];
  const parameters = Object.entries(given.properties ?? {}).map(([name, schema]) => ({
    name,
    isRequired: given.required?.includes(name) ?? false,
    given: withEntries(route, name, schema),
    read: read.properties?.[name] ?? schema,
  }));
  known.set(route.route, parameters);
  return parameters;
};

/** The JSON types that the schema accepts, such as `string` and `null`; empty when it does not restrict them. */
export const typesOf = (schema: ParameterSchema): ReadonlySet<string> => {
  if (schema.anyOf !== undefined) return new Set(schema.anyOf.flatMap((one) => [...typesOf(one)]));
  if (schema.type === undefined) return new Set();
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  return new Set(types.flatMap((type) => (type === 'number' ? ['number', 'integer'] : [type])));
};

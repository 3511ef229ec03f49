import type { Method } from '../../lambdas/api/request.ts';
import type { LoadedRoute } from './loaded-routes.ts';
import type { RouteSummary } from '../docs/summaries.ts';
import { inputSchema, oneOfGroups, type JsonSchema } from './json-schema.ts';
import { pascalCase } from './names.ts';

const isQuery = ({ methods }: LoadedRoute): boolean => methods.includes('GET');

/** The name of the schema of a route's parameters: of the query on GET, of the body on other methods. */
export const requestName = (row: LoadedRoute): string =>
  `${pascalCase(row.route)}${isQuery(row) ? 'Query' : 'Request'}`;

/** The schema of a route's parameters as the operation has them. */
export const inputOf = (row: LoadedRoute): JsonSchema => inputSchema(row.operation.input, requestName(row));

/** The selectors of a route, of which a call needs one or more; none: a call may be without. */
export const selectorsOf = (row: LoadedRoute): readonly string[] => {
  const { properties = {} } = inputOf(row);
  const [names = []] = oneOfGroups(row.operation.input);
  return names.filter((name) => properties[name] !== undefined);
};

/** The name of the schema of a body when the query has the route. */
export const bodyName = (row: LoadedRoute): string => `${pascalCase(row.route)}Body`;

/** The parameters that a client adds by itself: `route`, and the partner where the call need not name it. */
export const ownOfClient = ({ required = [] }: JsonSchema): readonly string[] =>
  required.includes('partner_id') ? ['route'] : ['route', 'partner_id'];

const ownPartner: JsonSchema = {
  type: 'string',
  format: 'uuid',
  description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
};

const withoutNull = (schema: JsonSchema): JsonSchema => {
  if (!Array.isArray(schema.type)) return schema;
  const [type] = schema.type.filter((name) => name !== 'null');
  return type === undefined ? schema : { ...schema, type };
};

/** The schemas for a query, which can't have null. */
const asQuery = (properties: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, withoutNull(schema)]));

const schemasOf = (properties: JsonSchema['properties']): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(properties ?? {}).flatMap(([name, schema]) => (typeof schema === 'object' ? [[name, schema]] : [])),
  );

/** The parameters of a route, by name, without `route`. */
export const parametersOf = (row: LoadedRoute): Readonly<Record<string, JsonSchema>> => {
  const properties = schemasOf(inputOf(row).properties);
  delete properties['route'];
  for (const [name, schema] of Object.entries(row.operation.entries ?? {})) {
    const array = properties[name];
    if (array !== undefined) array.items = inputSchema(schema, `${requestName(row)}.${name}`);
  }
  return { ...(isQuery(row) ? asQuery(properties) : properties), partner_id: ownPartner };
};

/** Whether the body may omit `route`, which is in the query then. */
export const mayOmitRoute = (row: LoadedRoute): boolean => inputOf(row).properties?.['route'] !== undefined;

const requestSchema = (row: LoadedRoute, summary: string, routeRequired = true): JsonSchema => {
  const input = inputOf(row);
  const { partner_id: partner, ...parameters } = parametersOf(row);
  const required = [...(routeRequired ? ['route'] : []), ...(input.required ?? [])];
  const isClosed = input.additionalProperties === false;
  return {
    type: 'object',
    description: [summary, input.description].filter((text) => text !== undefined).join(' '),
    properties: {
      route: { type: 'string', const: row.route },
      ...parameters,
      ...(isClosed || partner === undefined ? {} : { partner_id: partner }),
    },
    ...(required.length === 0 ? {} : { required }),
    ...(input.allOf === undefined ? {} : { allOf: input.allOf }),
    ...(input.dependentRequired === undefined ? {} : { dependentRequired: input.dependentRequired }),
    ...(isClosed ? { additionalProperties: false } : {}),
  };
};

/** The schema of each route's parameters, by the schema's name. */
export const requestSchemas = (
  routes: readonly LoadedRoute[],
  summaries: ReadonlyMap<string, RouteSummary>,
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    routes.flatMap((row) => {
      const summary = summaries.get(row.route)?.summary ?? '';
      const usual = [requestName(row), requestSchema(row, summary)] as const;
      return mayOmitRoute(row) ? [usual, [bodyName(row), requestSchema(row, summary, false)]] : [usual];
    }),
  );

/** For a value of several routes: a schema that holds for all of them. */
const widest = (schemas: readonly JsonSchema[]): JsonSchema => {
  const [first = {}, ...others] = schemas;
  const kept: JsonSchema = {};
  for (const [keyword, value] of Object.entries(first)) {
    const same = others.every((other) => JSON.stringify(other[keyword]) === JSON.stringify(value));
    if (same) kept[keyword] = value;
  }
  const all = [first, ...others];
  if (all.every(({ enum: values }) => values !== undefined)) {
    kept.enum = [...new Set(all.flatMap(({ enum: values = [] }) => values))];
  }
  return kept;
};

interface QueryParameter {
  readonly name: string;
  readonly schema: JsonSchema;
  /** The routes with this parameter. */
  readonly routes: readonly string[];
}

/** The query parameters of a method in addition to `route`: on GET all parameters, on other methods the selectors. */
export const queryParameters = (routes: readonly LoadedRoute[], method: Method): readonly QueryParameter[] => {
  const taken = new Map<string, { routes: string[]; schemas: JsonSchema[] }>();
  for (const row of routes) {
    if (!row.methods.includes(method)) continue;
    const parameters = parametersOf(row);
    const ofCommand = new Set([...(row.operation.selectors ?? []), 'partner_id']);
    const names = method === 'GET' ? Object.keys(parameters) : ofCommand;
    for (const name of names) {
      const schema = parameters[name];
      if (schema === undefined) continue;
      const entry = taken.get(name) ?? { routes: [], schemas: [] };
      entry.routes.push(row.route);
      entry.schemas.push(withoutNull(schema));
      taken.set(name, entry);
    }
  }
  return [...taken].map(([name, entry]) => ({ name, schema: widest(entry.schemas), routes: entry.routes }));
};

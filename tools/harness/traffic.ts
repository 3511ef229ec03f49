import { z } from 'zod';
import { description, deviationsFrom, escaped } from './description.ts';

/** A call of the interface and its answer, as HTTP messages; header names in lower case. */
export interface Exchange {
  readonly method: string;
  /** The query string, without the question mark. */
  readonly query: string;
  readonly body: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

type Values = Readonly<Record<string, unknown>>;

const path = '/functions/v1/swift-worker';
const routes = description['x-routes'];
const operations = description.paths[path] ?? {};
const object = z.record(z.string(), z.unknown());
const properties = z.object({ properties: z.record(z.string(), z.object({ type: z.unknown().optional() }).loose()) });

const nameOf = ({ $ref }: { $ref: string }): string => $ref.slice($ref.lastIndexOf('/') + 1);

const jsonOf = (text: string): Values => {
  try {
    return object.catch({}).parse(JSON.parse(text));
  } catch {
    return {};
  }
};

const queryOf = ({ query }: Exchange): Values => {
  try {
    return Object.fromEntries(new URLSearchParams(query));
  } catch {
    return {};
  }
};

const routeOf = (query: Values, body: Values): string => {
  const { route = body['route'] } = query;
  return typeof route === 'string' ? route : '';
};

const hasType = (schema: { type?: unknown } | undefined, type: string): boolean =>
  schema?.type === type || (Array.isArray(schema?.type) && schema.type.includes(type));

/** A value as the service reads it: digits as numbers, texts trimmed, an empty text as null. */
const understood = (value: unknown, schema: { type?: unknown } | undefined): unknown => {
  if (typeof value !== 'string') return value;
  const text = value.trim().normalize('NFC');
  if (hasType(schema, 'integer') && !hasType(schema, 'string')) return /^[+-]?\d+$/.test(text) ? Number(text) : text;
  if (hasType(schema, 'boolean')) return { true: true, 1: true, false: false, 0: false }[text] ?? text;
  return text === '' && hasType(schema, 'null') ? null : text;
};

/** The parameters of a call, from the query and the body. */
const parametersOf = (exchange: Exchange, route: string): Values => {
  const [query, body] = [queryOf(exchange), jsonOf(exchange.body)];
  const { selectors = [], request } = routes[route] ?? {};
  const isQuery = exchange.method === 'GET';
  const names = new Set(isQuery ? Object.keys(query) : [...selectors, 'route']);
  // An empty cursor begins a walk. Other empty texts of a query stand for none.
  const fromQuery = Object.entries(query).filter(
    ([name, value]) => names.has(name) && !(isQuery && value === '' && name !== 'cursor'),
  );
  const schema = description.components.schemas[request === undefined ? '' : nameOf(request)];
  const known = properties.parse(schema ?? { properties: {} }).properties;
  return Object.fromEntries(
    [...(isQuery ? [] : Object.entries(body)), ...fromQuery].map(([name, value]) => {
      if (name !== 'changes') return [name, understood(value, known[name])];
      const changes = Object.entries(object.catch({}).parse(value));
      return [name, Object.fromEntries(changes.map(([key, inner]) => [key, understood(inner, known[key])]))];
    }),
  );
};

const ofEntries = z.object({ properties: z.object({ reports: z.object({ items: properties }) }) });
const judged = z.object({ items: z.array(z.object({ status: z.number() })) });

/** Without the reports of a batch that were refused, because these break a rule. */
const withEntriesUnderstood = (parameters: Values, { text }: Exchange, schema: unknown): Values => {
  const entries = ofEntries.safeParse(schema).data?.properties.reports.items.properties;
  const reports = z.array(z.unknown()).safeParse(parameters['reports']).data;
  const answers = judged.safeParse(jsonOf(text)).data?.items;
  if (entries === undefined || reports === undefined || answers === undefined) return parameters;
  const kept = reports.map((report, index) => {
    if (answers[index]?.status === 400) return { phone_number_id: '0', status: 'sent' };
    const fields = Object.entries(object.parse(report));
    return Object.fromEntries(fields.map(([name, value]) => [name, understood(value, entries[name])]));
  });
  return { ...parameters, reports: kept };
};

const ofRows = z.object({ properties: z.object({ customers: z.object({ items: properties }) }) });
const importAnswer = z.object({ import: z.object({ failed: z.number() }) });

/** Without the rows of an import that break a rule, of which there are at most as many as have failed. */
const withRowsUnderstood = (parameters: Values, { text }: Exchange, $ref: string, schema: unknown): Values => {
  const fields = ofRows.safeParse(schema).data?.properties.customers.items.properties;
  const rows = z.array(z.unknown()).safeParse(parameters['customers']).data;
  const answer = importAnswer.safeParse(jsonOf(text)).data;
  if (fields === undefined || rows === undefined || answer === undefined) return parameters;
  const kept = rows.map((row) => {
    const given = Object.entries(object.catch({}).parse(row));
    return Object.fromEntries(given.map(([name, value]) => [name, understood(value, fields[name])]));
  });
  const right = kept.filter((row) => deviationsFrom(`${$ref}/properties/customers/items`, row).length === 0);
  const isReported = kept.length - right.length <= answer.import.failed;
  if (!isReported) return parameters;
  return { ...parameters, customers: right.length > 0 ? right : [{ external_customer_id: '0', customer_name: '00' }] };
};

/** Statuses of requests that the service could read. */
const understoodStatuses: ReadonlySet<number> = new Set([200, 201, 202, 404, 409]);

/** The stage `local` takes an endpoint at http:// on this machine, which the interface does not have. */
const ofInterface = ({ webhook_url: url, ...others }: Values): Values =>
  url === undefined
    ? others
    : { ...others, webhook_url: typeof url === 'string' ? url.replace(/^http:/, 'https:') : url };

const requestDeviations = (exchange: Exchange, route: string): readonly string[] => {
  const row = routes[route];
  if (row === undefined || !understoodStatuses.has(exchange.status)) return [];
  const outside = row.methods.includes(exchange.method) ? [] : [`${route} is not described with ${exchange.method}`];
  const schema = description.components.schemas[nameOf(row.request)];
  const reported = withEntriesUnderstood(parametersOf(exchange, route), exchange, schema);
  const parameters = ofInterface(withRowsUnderstood(reported, exchange, row.request.$ref, schema));
  return [...outside, ...deviationsFrom(row.request.$ref, parameters)];
};

const refOf = (response: unknown): string | undefined => z.object({ $ref: z.string() }).safeParse(response).data?.$ref;

const bodyDeviations = (exchange: Exchange, route: string, response: unknown): readonly string[] => {
  if (exchange.headers['content-type'] !== 'application/json; charset=utf-8') return ['the content type'];
  const ref = refOf(response);
  const value: unknown = JSON.parse(exchange.text);
  if (ref !== undefined) return deviationsFrom(`${ref}/content/application~1json/schema`, value);
  const row = routes[route];
  const byCursor = queryOf(exchange)['cursor'] === undefined ? undefined : row?.byCursor;
  const success = byCursor ?? row?.responses[String(exchange.status)];
  return success === undefined
    ? [`${route} is not described to answer ${exchange.status}`]
    : deviationsFrom(success.$ref, value);
};

/** Headers of every answer, and those of the gateway. */
const ofTransport =
  /^(content-(type|length)|cache-control|x-content-type-options|vary|date|connection|keep-alive|apigw-requestid|access-control-.*)$/;

const headersForm = z.object({ headers: z.record(z.string(), z.unknown()) });

const headerDeviations = ({ headers }: Exchange, response: unknown): readonly string[] => {
  const ref = refOf(response);
  const described = ref === undefined ? response : description.components.responses[ref.split('/').at(-1) ?? ''];
  const names = Object.keys(headersForm.parse(described).headers);
  const allowed = new Map(names.map((name) => [name.toLowerCase(), name]));
  const missing = names.filter(
    (name) => description.components.headers[name]?.required === true && headers[name.toLowerCase()] === undefined,
  );
  const wrong = Object.entries(headers).flatMap(([header, value]) => {
    if (ofTransport.test(header)) return [];
    const name = allowed.get(header);
    if (name === undefined) return [`the header ${header} is not described`];
    const pointer = `#/components/headers/${escaped(name)}/schema`;
    return deviationsFrom(pointer, name === 'Retry-After' ? Number(value) : value);
  });
  return [...missing.map((name) => `the header ${name} is missing`), ...wrong];
};

/**
 * The deviations of a call and its answer from docs/openapi.json.
 * @param foreign a test's own routes, which are ignored
 */
export const trafficDeviations = (exchange: Exchange, foreign: ReadonlySet<string> = new Set()): readonly string[] => {
  const isUpperCase = exchange.method === exchange.method.toUpperCase();
  const described = isUpperCase ? operations[exchange.method.toLowerCase()] : undefined;
  const route = routeOf(queryOf(exchange), jsonOf(exchange.body));
  if (described === undefined || foreign.has(route)) return [];
  const response = described.responses[String(exchange.status)];
  if (response === undefined) return [`${exchange.method} is not described to answer ${exchange.status}`];
  return [
    ...requestDeviations(exchange, route),
    ...headerDeviations(exchange, response),
    ...bodyDeviations(exchange, route, response),
    ...errorDeviations(exchange, route),
  ];
};

const errorBody = z.object({ error: z.object({ code: z.string() }) });

/** A route gives only errors that it declares. A call that names a route with a method of another one is none of it. */
const errorDeviations = ({ method, status, text }: Exchange, route: string): readonly string[] => {
  const row = Object.hasOwn(routes, route) ? routes[route] : undefined;
  const code = errorBody.safeParse(jsonOf(text)).data?.error.code;
  if (row === undefined || code === undefined || !row.methods.includes(method) || code === 'unknown_route') return [];
  return (row.errors[String(status)] ?? []).includes(code) ? [] : [`${route} is not described to give ${code}`];
};

/** @throws Error with the deviations */
export const checkTraffic = (exchange: Exchange, foreign?: ReadonlySet<string>): void => {
  const deviations = trafficDeviations(exchange, foreign);
  if (deviations.length === 0) return;
  const { method, query, body, status, text } = exchange;
  throw new Error(
    `not as docs/openapi.json says: ${deviations.join('; ')}\n${method} ?${query} ${body}\n→ ${status} ${text}`,
  );
};

import { methods, type Method } from '../../lambdas/api/request.ts';
import type { LoadedRoute } from './loaded-routes.ts';
import { sceneOf } from '../scenes/scenes.ts';
import { partnerId } from '../../lambdas/api/scenes/records.ts';
import { errorRefs } from './error-responses.ts';
import { errorsOfMethod } from './route-errors.ts';
import { headerRefs } from './headers.ts';
import type { JsonSchema } from './json-schema.ts';
import { schemaRef } from './names.ts';
import { bodyName, mayOmitRoute, parametersOf, queryParameters, requestName } from './requests.ts';
import { bodyNamesOf } from './responses.ts';

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Identifies the command. A repeated call with the same key is not carried out again, and gets the stored response. ' +
    'A UUID is recommended. The key is kept for 24 hours.',
  schema: { type: 'string', minLength: 8, maxLength: 200 },
  example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
};

const routeParameter = (names: readonly string[], required: boolean): object => ({
  name: 'route',
  in: 'query',
  required,
  description: required
    ? 'Chooses the operation.'
    : 'Chooses the operation. It may be in the body instead, or in both with the same value.',
  schema: { type: 'string', enum: names },
});

const listOf = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const parameters = (routes: readonly LoadedRoute[], method: Method): readonly object[] => {
  const names = routes.map(({ route }) => route);
  const isQuery = method === 'GET';
  const others = queryParameters(routes, method).map(
    ({ name, schema: { description, ...schema }, routes: takers }) => ({
      name,
      in: 'query',
      description: [description, takers.length === names.length ? 'All routes.' : `Routes: ${listOf(takers)}.`]
        .filter((text) => text !== undefined)
        .join(' '),
      schema,
      'x-routes': takers,
    }),
  );
  return [routeParameter(names, isQuery), ...(isQuery ? [] : [idempotencyKey]), ...others];
};

/** Parameters that may be in the query, including `route`, may be omitted in the body. */
const looseBody = (routes: readonly LoadedRoute[]): JsonSchema => ({
  type: 'object',
  properties: {
    route: { type: 'string', enum: routes.map(({ route }) => route) },
    ...Object.fromEntries(routes.flatMap((row) => Object.entries(parametersOf(row)))),
  },
});

const bodyOf = (routes: readonly LoadedRoute[], method: Method): object => {
  const options = routes.map((row) => schemaRef(requestName(row)));
  const mapping = Object.fromEntries(routes.map((row) => [row.route, schemaRef(requestName(row)).$ref]));
  const examples = Object.fromEntries(
    routes.map(({ route }) => [route, { summary: route, value: { route, ...sceneOf(route).example.request } }]),
  );
  const named = { oneOf: options, discriminator: { propertyName: 'route', mapping } };
  const unnamed = routes.filter(mayOmitRoute).map((row) => schemaRef(bodyName(row)));
  const chosen = unnamed.length === 0 ? named : { anyOf: [named, ...unnamed] };
  return {
    required: method !== 'DELETE',
    description:
      method === 'DELETE'
        ? 'May be omitted when `route` and the selectors are in the query.'
        : 'The parameters of the route. Selectors may be in the query instead.',
    content: { 'application/json': { schema: method === 'DELETE' ? looseBody(routes) : chosen, examples } },
  };
};

const meaning = { 200: 'Done.', 201: 'Made.', 202: 'Accepted. The rest is done in the background.' } as const;

/** The success statuses of a route with a method: of a route with POST, only that answers another than 200. */
export const statusesOf = ({ operation, methods }: LoadedRoute, method: Method): readonly (200 | 201 | 202)[] => {
  const main = methods.includes('POST') ? 'POST' : method;
  return (operation.statuses ?? [200]).filter((status) => method === main || status === 200);
};

export const successes = (routes: readonly LoadedRoute[], method: Method): Readonly<Record<string, object>> => {
  const headers = [
    'x-request-id',
    'RateLimit-Policy',
    'RateLimit',
    'Content-Encoding',
    ...(method === 'GET' ? [] : ['Idempotent-Replayed']),
  ];
  return Object.fromEntries(
    ([200, 201, 202] as const).flatMap((status) => {
      const rows = routes.filter((row) => statusesOf(row, method).includes(status));
      if (rows.length === 0) return [];
      const examples = rows.map(({ route }) => {
        const value = { ok: true, partner_id: partnerId, ...sceneOf(route).example.responses[status] };
        return [route, { summary: route, value }] as const;
      });
      const schemas = rows.flatMap(bodyNamesOf).map(schemaRef);
      const response = {
        description: meaning[status],
        headers: headerRefs(headers),
        content: {
          'application/json': {
            schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
            examples: Object.fromEntries(examples),
          },
        },
      };
      return [[String(status), response]];
    }),
  );
};

const about: Readonly<Record<Method, readonly [id: string, summary: string, description: string]>> = {
  GET: ['query', 'Ask', 'A query, which changes nothing. `route` chooses the query.'],
  POST: ['command', 'Command', 'A command. `route` chooses the command.'],
  PATCH: ['update', 'Update in part', 'A partial update. `route` chooses the command.'],
  DELETE: ['deactivate', 'Deactivate', 'A deactivation. Nothing is deleted, and the history is kept.'],
};

const operationOf = (table: readonly LoadedRoute[], method: Method): object => {
  const routes = table.filter((row) => row.methods.includes(method));
  const [operationId, summary, description] = about[method];
  return {
    operationId,
    tags: ['Routes'],
    summary,
    description: `${description}\n\nRoutes: ${listOf(routes.map(({ route }) => route))}.`,
    parameters: parameters(routes, method),
    ...(method === 'GET' ? {} : { requestBody: bodyOf(routes, method) }),
    responses: { ...successes(routes, method), ...errorRefs(errorsOfMethod(routes, method)) },
  };
};

/** The operations of the one path, by method in lower case. */
export const operationsOf = (routes: readonly LoadedRoute[]): Readonly<Record<string, object>> =>
  Object.fromEntries(methods.map((method) => [method.toLowerCase(), operationOf(routes, method)]));

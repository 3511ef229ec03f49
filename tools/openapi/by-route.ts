import { isJsonObject } from '../../lambdas/kernel/json-object.ts';
import type { Method } from '../../lambdas/api/request.ts';
import type { LoadedRoute } from './loaded-routes.ts';
import { isForMembers, type Audience } from '../../lambdas/domain/access.ts';
import type { RouteSummary } from '../docs/summaries.ts';
import { openApiDocument, path } from './document.ts';
import { errorRefs, errorResponses } from './error-responses.ts';
import { errorsOf } from './route-errors.ts';
import { sceneOf } from '../scenes/scenes.ts';
import { forGenerators } from './for-generators.ts';
import { schemaRef } from './names.ts';
import { idempotencyKey, successes } from './operations.ts';
import { inputOf, parametersOf, requestName } from './requests.ts';

type Summaries = ReadonlyMap<string, RouteSummary>;

const securityOf = (audience: Audience): readonly object[] => [
  ...(isForMembers(audience) ? [] : [{ apikey: [], partnerKey: [audience.scope] }]),
  { apikey: [], memberToken: [] },
];

const queryOf = (row: LoadedRoute): readonly object[] => {
  const { required = [] } = inputOf(row);
  const example = sceneOf(row.route).example.request;
  const route = { name: 'route', in: 'query', required: true, schema: { type: 'string', const: row.route } };
  const others = Object.entries(parametersOf(row)).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
    ...(name in example ? { example: example[name] } : {}),
  }));
  return [{ ...route, example: row.route }, ...others];
};

const bodyOf = (row: LoadedRoute): object => ({
  required: true,
  content: {
    'application/json': {
      schema: schemaRef(requestName(row)),
      example: { route: row.route, ...sceneOf(row.route).example.request },
    },
  },
});

const operationOf = (row: LoadedRoute, method: Method, summaries: Summaries): object => {
  const { summary = '', area = '' } = summaries.get(row.route) ?? {};
  const own = method === row.methods[0];
  const asked =
    method === 'GET'
      ? { parameters: queryOf(row) }
      : {
          ...(row.operation.ignoresIdempotencyKey === true ? {} : { parameters: [idempotencyKey] }),
          requestBody: bodyOf(row),
        };
  return {
    operationId: own ? row.route : `${row.route}-${method.toLowerCase()}`,
    tags: [area],
    summary: row.route,
    description: summary,
    ...(row.isBeyond === true ? { 'x-beyond': true } : {}),
    security: securityOf(row.audience),
    ...asked,
    responses: { ...successes([row], method), ...errorRefs(errorsOf(row)) },
  };
};

/** The description as if each route had a path, for readers and generators that support one operation for a method and path. */
export const byRouteDocument = async (
  routes: readonly LoadedRoute[],
  summaries: Summaries,
): Promise<Readonly<Record<string, unknown>>> => {
  const { 'x-routes': _, components, ...rest } = await openApiDocument(routes, summaries);
  const its = isJsonObject(components) ? components : {};
  const areas = [...new Set([...summaries.values()].map(({ area }) => area))];
  const document = {
    ...rest,
    components: { ...its, responses: errorResponses(routes.map(errorsOf)) },
    tags: [
      ...areas.map((area) => ({ name: area, description: `Routes about ${area}.` })),
      { name: 'Events', description: "The signed events that the service sends to the partner's endpoint." },
    ],
    paths: Object.fromEntries(
      routes.map((row) => [
        `${path}#${row.route}`,
        Object.fromEntries(row.methods.map((method) => [method.toLowerCase(), operationOf(row, method, summaries)])),
      ]),
    ),
  };
  return forGenerators(document, isJsonObject(its['schemas']) ? its['schemas'] : {});
};

import type { LoadedRoute } from './loaded-routes.ts';
import { isForMembers, rolesOf, type Audience } from '../../lambdas/domain/access.ts';
import type { RouteSummary } from '../docs/summaries.ts';
import { codesByStatus, errorResponses, errorSchemas } from './error-responses.ts';
import { eventSchemas, webhooks } from './events.ts';
import { sharedEventSchemas } from './optional-events.ts';
import { headers } from './headers.ts';
import { schemaRef } from './names.ts';
import { operationsOf, statusesOf } from './operations.ts';
import { errorsOf, errorsOfMethod } from './route-errors.ts';
import { methods } from '../../lambdas/api/request.ts';
import { requestName, requestSchemas } from './requests.ts';
import { bodyNamesOf, responseName, responseSchemas } from './responses.ts';

export const path = '/functions/v1/swift-worker';

const description = `The API has one path. \`route\` chooses the operation: a query parameter on GET, a field of the body on other methods.
\`x-routes\` has the methods, callers, parameters, success bodies and errors of each route.

Text is trimmed and normalised to Unicode NFC before its length is counted in code points. An optional text that is
empty then counts as null. Numbers and flags of a query are digits, \`true\` or \`false\`. Unknown parameters of a query are
ignored, and so are unknown fields of a body unless its schema is closed. On POST, PATCH and DELETE, \`route\` and the
selectors may be in the query, in the body, or in both with the same values.

Objects in answers are open: a field may be added at any time, so ignore unknown fields. An answer may also come from
the gateway in front of the service, without the envelope \`error\`. Then its status has the usual meaning.`;

const audienceOf = (audience: Audience): object =>
  isForMembers(audience)
    ? { keys: false, roles: rolesOf(audience) }
    : { keys: true, scope: audience.scope, roles: rolesOf(audience) };

const idempotencyOf = ({ methods: its, operation }: LoadedRoute): boolean =>
  !its.includes('GET') && operation.ignoresIdempotencyKey !== true;

/** The description of a single route, because the path has many. */
const routeIndex = (
  routes: readonly LoadedRoute[],
  summaries: ReadonlyMap<string, RouteSummary>,
): Readonly<Record<string, object>> =>
  Object.fromEntries(
    routes.map((row) => [
      row.route,
      {
        ...summaries.get(row.route),
        methods: row.methods,
        ...(row.isBeyond === true ? { 'x-beyond': true } : {}),
        ...audienceOf(row.audience),
        idempotencyKey: idempotencyOf(row),
        ...(row.operation.selectors === undefined ? {} : { selectors: row.operation.selectors }),
        request: schemaRef(requestName(row)),
        responses: Object.fromEntries(
          [...new Set(row.methods.flatMap((method) => statusesOf(row, method)))].map((status) => [
            String(status),
            schemaRef(responseName(row.route)),
          ]),
        ),
        // Of an answer to a call with a cursor.
        ...Object.fromEntries(
          bodyNamesOf(row)
            .slice(1)
            .map((name) => ['byCursor', schemaRef(name)] as const),
        ),
        errors: codesByStatus(errorsOf(row)),
      },
    ]),
  );

const securitySchemes = {
  apikey: { type: 'apiKey', in: 'header', name: 'apikey', description: 'The publishable key of the stage.' },
  partnerKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'partner_live',
    description:
      "A partner's API key, `partner_live_…` in production and `partner_test_…` elsewhere. For backends only.",
  },
  memberToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The ID token of a member of the partner, signed in to the portal.',
  },
};

/** The description of the service in OpenAPI 3.1. https://spec.openapis.org/oas/v3.1.1.html */
export const openApiDocument = async (
  routes: readonly LoadedRoute[],
  summaries: ReadonlyMap<string, RouteSummary>,
): Promise<Readonly<Record<string, unknown>>> => ({
  openapi: '3.1.1',
  info: {
    title: 'swift-worker',
    summary: 'Partner customers, messaging lines, webhooks, templates, delivery health and notifications.',
    version: '1.1.0',
    description,
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  },
  servers: [
    {
      url: '{base_url}',
      description: `The address of the stage. \`GET ${path}/openapi.json\` returns this document with the address.`,
      variables: { base_url: { default: 'http://127.0.0.1:4510' } },
    },
  ],
  tags: [
    { name: 'Routes', description: 'The routes for partners and members.' },
    { name: 'Events', description: "The signed events that the service sends to the partner's endpoint." },
  ],
  security: [
    { apikey: [], partnerKey: [] },
    { apikey: [], memberToken: [] },
  ],
  paths: { [path]: operationsOf(routes) },
  webhooks: webhooks(),
  components: {
    securitySchemes,
    headers,
    responses: errorResponses(methods.map((method) => errorsOfMethod(routes, method))),
    schemas: {
      ...requestSchemas(routes, summaries),
      ...(await responseSchemas(routes)),
      ...errorSchemas(),
      ...sharedEventSchemas,
      ...eventSchemas(),
    },
  },
  'x-routes': routeIndex(routes, summaries),
});

import type { Route } from '../../lambdas/api/route.ts';
import { roleHasScope, roles, type Audience } from '../../lambdas/domain/access.ts';
import type { RouteSummary } from '../docs/summaries.ts';
import { errorResponses, errorSchemas } from './error-responses.ts';
import { eventSchemas, webhooks } from './events.ts';
import { headers } from './headers.ts';
import { schemaRef } from './names.ts';
import { operationsOf, statusesOf } from './operations.ts';
import { requestName, requestSchemas } from './requests.ts';
import { responseName, responseSchemas } from './responses.ts';

export const path = '/functions/v1/swift-worker';

const description = `One path, whose operation is chosen by \`route\`: a query parameter on GET, a field of the body elsewhere.
\`x-routes\` says of each route its methods, who may call it, its parameters and the bodies it succeeds with.

Text is trimmed and brought to Unicode NFC before its length is counted, in code points; an optional text that is then
empty counts as null. Numbers and flags of a query are digits, \`true\` or \`false\`. Unknown parameters of a query are
ignored, and so are unknown fields of a body unless the schema closes it. On POST, PATCH and DELETE \`route\` and the
selectors may stand in the query, in the body, or in both alike.

Objects of answers are open: a field may join them at any time, so ignore those you do not know. Any answer may come
from the gateway in front of the service, without the envelope \`error\`: go by its status then.`;

const audienceOf = (audience: Audience): object =>
  audience.kind === 'member'
    ? { keys: false, roles }
    : { keys: true, scope: audience.scope, roles: roles.filter((role) => roleHasScope(role, audience.scope)) };

const idempotencyOf = ({ methods: its, operation }: Route): boolean =>
  !its.includes('GET') && operation.ignoresIdempotencyKey !== true;

/** What generators and readers want of one route, for the path holds many. */
const routeIndex = (
  routes: readonly Route[],
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
  routes: readonly Route[],
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
      description: `Where the stage runs. \`GET ${path}/openapi.json\` is this document with the address filled in.`,
      variables: { base_url: { default: 'http://127.0.0.1:4510' } },
    },
  ],
  tags: [
    { name: 'Routes', description: 'Everything that partners and members call.' },
    { name: 'Events', description: "What the service sends to the partner's endpoint, signed." },
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
    responses: errorResponses(),
    schemas: {
      ...requestSchemas(routes, summaries),
      ...(await responseSchemas(routes)),
      ...errorSchemas(),
      ...eventSchemas(),
    },
  },
  'x-routes': routeIndex(routes, summaries),
});

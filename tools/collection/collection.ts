import { isForMembers } from '../../lambdas/domain/access.ts';
import type { Method } from '../../lambdas/api/request.ts';
import type { LoadedRoute } from '../openapi/loaded-routes.ts';
import type { RouteSummary } from '../docs/summaries.ts';
import { exampleOf } from '../openapi/examples/examples.ts';
import { checkOf } from './check.ts';
import { folders, type Step } from './steps.ts';
import { collectionVariables, withVariables } from './variables.ts';

const description = `Every route of swift-worker, in an order that can be run from top to bottom.

Enter \`api_url\`, \`apikey\` and \`partner_key\`; for the routes of members \`member_token\`, with \`invitee_token\` and \`invitee_email\` of a person of another
partner; and for the webhook endpoint \`webhook_url\` and \`platform_verify_token\`. The requests save the ids of their answers for the requests below them. They
create, change and deactivate records, so use a partner of a test stage. \`docs_url\` is the address of the documentation.`;

interface Parameter {
  readonly name: string;
  readonly value: unknown;
}

/** The parameters of a step, without `route`. */
const parametersOf = ({ route, changes = {} }: Step): readonly Parameter[] =>
  Object.entries({ ...exampleOf(route).request, ...changes }).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [{ name, value: name in changes ? value : withVariables(name, value) }];
  });

const headersOf = (step: Step, { audience, operation }: LoadedRoute, method: Method): readonly object[] => {
  const token = step.token ?? (isForMembers(audience) ? 'member_token' : 'partner_key');
  const isCommand = method !== 'GET';
  return [
    { key: 'apikey', value: '{{apikey}}' },
    { key: 'Authorization', value: `Bearer {{${token}}}` },
    ...(isCommand ? [{ key: 'Content-Type', value: 'application/json' }] : []),
    ...(isCommand && operation.ignoresIdempotencyKey !== true ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
  ];
};

const address = '{{api_url}}';

const askedOf = (step: Step, method: Method): object => {
  const parameters = [{ name: 'route', value: step.route }, ...parametersOf(step)];
  if (method === 'GET') {
    const query = parameters.map(({ name, value }) => ({ key: name, value: String(value) }));
    const raw = `${address}?${query.map(({ key, value }) => `${key}=${value}`).join('&')}`;
    return { url: { raw, host: [address], query } };
  }
  const body = Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
  return {
    url: { raw: address, host: [address] },
    body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
  };
};

const itemOf = (step: Step, row: LoadedRoute, summary: string): object => {
  const { route, name = route, saves = {} } = step;
  const [method] = row.methods;
  return {
    name,
    request: {
      method,
      header: headersOf(step, row, method),
      ...askedOf(step, method),
      description: `${summary}\n\n[Documentation]({{docs_url}}/reference/routes/${route}.html)`,
    },
    response: [],
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: checkOf(row, method, saves) } }],
  };
};

/**
 * The routes as a Postman collection, a folder for each area.
 * https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html
 * @throws Error when a step has no route, or a route no step
 */
export const postmanCollection = (
  routes: readonly LoadedRoute[],
  summaries: ReadonlyMap<string, RouteSummary>,
): Readonly<Record<string, unknown>> => {
  const rows = new Map(routes.map((row) => [row.route, row]));
  const rowOf = ({ route }: Step): LoadedRoute => {
    const row = rows.get(route);
    if (row === undefined) throw new Error(`tools/collection/steps.ts has a request of ${route}, which is no route`);
    return row;
  };
  const asked = new Set(folders.flatMap(({ steps }) => steps.map(({ route }) => route)));
  const left = routes.filter(({ route }) => !asked.has(route)).map(({ route }) => route);
  if (left.length > 0) throw new Error(`tools/collection/steps.ts has no request of ${left.join(', ')}`);
  return {
    info: {
      name: 'swift-worker',
      description,
      version: '1.1.0',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: collectionVariables,
    item: folders.map(({ name, description: about, steps }) => ({
      name,
      description: about,
      item: steps.map((step) => itemOf(step, rowOf(step), summaries.get(step.route)?.summary ?? '')),
    })),
  };
};

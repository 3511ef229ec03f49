/** The order of the pages: what the side bar shows and llms.txt lists. */

export interface Entry {
  readonly text: string;
  /** The page, without its ending. */
  readonly page: string;
  /** What people search for, which the page says in other words. The search finds the page by it. */
  readonly searched?: string;
  readonly inside?: readonly Entry[];
}

export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

const written = (text: string, page: string, searched?: string): Entry => ({
  text,
  page,
  ...(searched === undefined ? {} : { searched }),
});

export interface RouteOfArea {
  readonly route: string;
  readonly area: string;
}

const routesByArea = (routes: readonly RouteOfArea[]): readonly Entry[] =>
  routes.map(({ route }) => ({ text: route, page: `reference/routes/${route}` }));

const guides: readonly Entry[] = [
  written('Customers', 'customers', 'upload customers, csv file, merge customers, sync customers'),
  written(
    'Lines',
    'lines',
    'move a line to another customer, connect a number, embedded sign-up, coexistence, disconnect a number',
  ),
  written('The core loop', 'core-loop', 'answer incoming messages, message queue, idempotent, worker, sandbox'),
  written('Webhooks', 'events'),
  written(
    'Receivers in frameworks',
    'receivers',
    'express, fastify, hono, next.js, aws lambda, deno, bun, workers, fastapi, flask, django, proxy, raw body',
  ),
  written(
    'Callbacks by the service',
    'relayed-callbacks',
    'relay, forward messages, one signature, statuses by themselves',
  ),
  written(
    'What happens in an outage',
    'outages',
    'endpoint down, endpoint failing, webhook retries, retry webhook, missed events, lost events',
  ),
  written('Signatures in any language', 'signatures', 'verify signature, verify webhook, hmac'),
  written('Packages', 'packages', 'install the client, npm package, pip, sdk'),
  written('Generated clients', 'generated-clients', 'openapi generator, go client, java client, c# client, codegen'),
  written('Events on your own machine', 'listening'),
  written('Templates', 'templates'),
  written('Sending messages', 'messages'),
  written(
    'Sending template messages',
    'sending-templates',
    'send template, template with variables, template parameters, hsm, otp, buttons',
  ),
  written('Delivery and health', 'delivery'),
  written(
    'Why messages fail',
    'delivery-errors',
    'why do messages fail, failed messages, messages not delivered, error codes of the platform',
  ),
  written('Usage', 'usage'),
  written('Notifications', 'notifications'),
  written('Team and keys', 'team-and-keys', 'api key, rotate a key, new member, permissions, roles'),
  written('Changing the endpoint', 'endpoint-change'),
  written('Moving from another provider', 'switching'),
  written('Errors and retries', 'errors', 'idempotency key, retry a call, too many requests, 429, 409, 503, back-off'),
  written('Agents', 'agents'),
];

export const contentsOf = (routes: readonly RouteOfArea[]): readonly Section[] => [
  {
    title: 'Start',
    entries: [
      written('Overview', 'index', 'what is swift-worker, what is an instance, how does it work, concepts'),
      written('Quickstart', 'quickstart'),
    ],
  },
  {
    title: 'Guides',
    entries: guides,
  },
  {
    title: 'Reference',
    entries: [
      { ...written('Routes', 'reference/routes'), inside: routesByArea(routes) },
      written('Error codes', 'reference/errors'),
      written('Events', 'reference/events'),
      written('States', 'reference/states'),
      written('Limits', 'limits', 'rate limit, quota, throttling, maximum size, timeout'),
      written(
        'Addresses and networks',
        'networks',
        'static ip addresses, fixed ip, allow-list, whitelist, firewall, egress',
      ),
      written('Environments', 'environments'),
      written('Versions and deprecation', 'versions'),
      written('Changelog', 'changelog'),
    ],
  },
];

/** Every entry, with those inside it. */
export const entriesOf = (contents: readonly Section[]): readonly Entry[] =>
  contents.flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...(entry.inside ?? [])]));

/** The order of the pages: what the side bar shows and llms.txt lists. */

export interface Entry {
  readonly text: string;
  /** The page, without its ending. */
  readonly page: string;
  readonly inside?: readonly Entry[];
}

export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

const written = (text: string, page: string): Entry => ({ text, page });

export interface RouteOfArea {
  readonly route: string;
  readonly area: string;
}

const routesByArea = (routes: readonly RouteOfArea[]): readonly Entry[] =>
  routes.map(({ route }) => ({ text: route, page: `reference/routes/${route}` }));

export const contentsOf = (routes: readonly RouteOfArea[]): readonly Section[] => [
  {
    title: 'Start',
    entries: [written('Overview', 'index'), written('Quickstart', 'quickstart')],
  },
  {
    title: 'Guides',
    entries: [
      written('Customers', 'customers'),
      written('Lines', 'lines'),
      written('Webhooks', 'events'),
      written('What happens in an outage', 'outages'),
      written('Signatures in any language', 'signatures'),
      written('Packages', 'packages'),
      written('Events on your own machine', 'listening'),
      written('Templates', 'templates'),
      written('Sending messages', 'messages'),
      written('Delivery and health', 'delivery'),
      written('Usage', 'usage'),
      written('Notifications', 'notifications'),
      written('Team and keys', 'team-and-keys'),
      written('Changing the endpoint', 'endpoint-change'),
      written('Moving from another provider', 'switching'),
      written('Errors and retries', 'errors'),
      written('Agents', 'agents'),
    ],
  },
  {
    title: 'Reference',
    entries: [
      { ...written('Routes', 'reference/routes'), inside: routesByArea(routes) },
      written('Error codes', 'reference/errors'),
      written('Events', 'reference/events'),
      written('States', 'reference/states'),
      written('Limits', 'limits'),
      written('Environments', 'environments'),
      written('Versions and deprecation', 'versions'),
      written('Changelog', 'changelog'),
    ],
  },
];

/** Every entry, with those inside it. */
export const entriesOf = (contents: readonly Section[]): readonly Entry[] =>
  contents.flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...(entry.inside ?? [])]));

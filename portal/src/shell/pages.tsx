import { Suspense, type ReactElement } from 'react';
import { Route, Switch } from 'wouter';
import { Skeleton } from '../pieces/skeleton.tsx';
import { loadedPage } from './loaded-page.tsx';

/** The pages, each by how its address begins. */
const pages = {
  '': loadedPage(() => import('../pages/overview/overview.tsx')),
  customers: loadedPage(() => import('../pages/customers/customers.tsx')),
  'customers/:id': loadedPage(() => import('../pages/customers/customer.tsx')),
  lines: loadedPage(() => import('../pages/lines/lines.tsx')),
  'lines/new': loadedPage(() => import('../pages/lines/new-line.tsx')),
  'lines/:id': loadedPage(() => import('../pages/lines/line.tsx')),
  webhook: loadedPage(() => import('../pages/webhook/webhook.tsx')),
  templates: loadedPage(() => import('../pages/templates/templates.tsx')),
  delivery: loadedPage(() => import('../pages/delivery/delivery.tsx')),
  notifications: loadedPage(() => import('../pages/notifications/notifications.tsx')),
  usage: loadedPage(() => import('../pages/usage/usage.tsx')),
  team: loadedPage(() => import('../pages/team/team.tsx')),
};

const { Page: Overview } = pages[''];
const { Page: Customers } = pages.customers;
const { Page: Customer } = pages['customers/:id'];
const { Page: Lines } = pages.lines;
const { Page: NewLine } = pages['lines/new'];
const { Page: Line } = pages['lines/:id'];
const { Page: Webhook } = pages.webhook;
const { Page: Templates } = pages.templates;
const { Page: Delivery } = pages.delivery;
const { Page: Notifications } = pages.notifications;
const { Page: Usage } = pages.usage;
const { Page: Team } = pages.team;
const { Page: NotFound } = loadedPage(() => import('../pages/not-found.tsx'));

/** Loads the page of an address, before it is known who looks. */
export const preloadPage = async (path: string): Promise<void> => {
  const [first = '', second] = path.split('/');
  const known: Readonly<Record<string, { readonly preload: () => Promise<void> } | undefined>> = pages;
  const found =
    second === undefined ? known[first] : (known[`${first}/${second}`] ?? known[`${first}/:id`] ?? known[first]);
  await found?.preload();
};

/** The page of the address. Each is loaded when it is opened. */
export const Pages = (): ReactElement => (
  <Suspense fallback={<Skeleton lines={6} />}>
    <Switch>
      <Route path="/">
        <Overview />
      </Route>
      <Route path="/customers">
        <Customers />
      </Route>
      <Route path="/customers/:id">{({ id }) => <Customer key={id} id={id} />}</Route>
      <Route path="/lines">
        <Lines />
      </Route>
      <Route path="/lines/new/:customer?">{({ customer }) => <NewLine customerId={customer ?? null} />}</Route>
      <Route path="/lines/:id">{({ id }) => <Line key={id} id={id} />}</Route>
      <Route path="/webhook/:tab?">{({ tab }) => <Webhook tab={tab ?? 'endpoint'} />}</Route>
      <Route path="/templates">
        <Templates />
      </Route>
      <Route path="/delivery/:tab?/:line?">
        {({ tab, line }) => <Delivery tab={tab ?? 'health'} instanceId={line ?? null} />}
      </Route>
      <Route path="/notifications">
        <Notifications />
      </Route>
      <Route path="/usage">
        <Usage />
      </Route>
      <Route path="/team">
        <Team />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  </Suspense>
);

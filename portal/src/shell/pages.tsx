import { Suspense, type ReactElement } from 'react';
import { Route, Switch } from 'wouter';
import { Skeleton } from '../pieces/skeleton.tsx';
import { loadedPage } from './loaded-page.tsx';
import { pageLoads, pageNameOf } from './page-loads.ts';

const pages = {
  '': loadedPage(pageLoads['']),
  'first-steps': loadedPage(pageLoads['first-steps']),
  customers: loadedPage(pageLoads.customers),
  'customers/import': loadedPage(pageLoads['customers/import']),
  'customers/:id': loadedPage(pageLoads['customers/:id']),
  lines: loadedPage(pageLoads.lines),
  'lines/new': loadedPage(pageLoads['lines/new']),
  'lines/reminders': loadedPage(pageLoads['lines/reminders']),
  'lines/:id': loadedPage(pageLoads['lines/:id']),
  'connect-page': loadedPage(pageLoads['connect-page']),
  webhook: loadedPage(pageLoads.webhook),
  templates: loadedPage(pageLoads.templates),
  'templates/:id': loadedPage(pageLoads['templates/:id']),
  delivery: loadedPage(pageLoads.delivery),
  'messages/:id': loadedPage(pageLoads['messages/:id']),
  notifications: loadedPage(pageLoads.notifications),
  usage: loadedPage(pageLoads.usage),
  team: loadedPage(pageLoads.team),
};

const { Page: Overview } = pages[''];
const { Page: FirstSteps } = pages['first-steps'];
const { Page: Customers } = pages.customers;
const { Page: Imports } = pages['customers/import'];
const { Page: Customer } = pages['customers/:id'];
const { Page: Lines } = pages.lines;
const { Page: NewLine } = pages['lines/new'];
const { Page: Reminders } = pages['lines/reminders'];
const { Page: Line } = pages['lines/:id'];
const { Page: ConnectPage } = pages['connect-page'];
const { Page: Webhook } = pages.webhook;
const { Page: Templates } = pages.templates;
const { Page: NamedTemplate } = pages['templates/:id'];
const { Page: Delivery } = pages.delivery;
const { Page: Message } = pages['messages/:id'];
const { Page: Notifications } = pages.notifications;
const { Page: Usage } = pages.usage;
const { Page: Team } = pages.team;
const { Page: NotFound } = loadedPage(() => import('../pages/not-found.tsx'));

/** Waits until the page of a path is loaded. */
export const preloadPage = async (path: string): Promise<void> => {
  const name = pageNameOf(path);
  if (name !== null) await pages[name].preload();
};

/** The page of the address. Each is loaded when it is opened. */
export const Pages = (): ReactElement => (
  <Suspense fallback={<Skeleton lines={6} />}>
    <Switch>
      <Route path="/">
        <Overview />
      </Route>
      <Route path="/first-steps">
        <FirstSteps />
      </Route>
      <Route path="/customers">
        <Customers />
      </Route>
      <Route path="/customers/import">
        <Imports />
      </Route>
      <Route path="/customers/:id">{({ id }) => <Customer key={id} id={id} />}</Route>
      <Route path="/lines">
        <Lines />
      </Route>
      <Route path="/lines/new/:customer?">{({ customer }) => <NewLine customerId={customer ?? null} />}</Route>
      <Route path="/lines/reminders">
        <Reminders />
      </Route>
      <Route path="/lines/:id">{({ id }) => <Line key={id} id={id} />}</Route>
      <Route path="/connect-page">
        <ConnectPage />
      </Route>
      <Route path="/webhook/:tab?">{({ tab }) => <Webhook tab={tab ?? 'endpoint'} />}</Route>
      <Route path="/templates">
        <Templates />
      </Route>
      <Route path="/templates/:name">
        {({ name }) => <NamedTemplate key={name} name={decodeURIComponent(name)} />}
      </Route>
      <Route path="/delivery/:tab?/:line?">
        {({ tab, line }) => <Delivery tab={tab ?? 'health'} instanceId={line ?? null} />}
      </Route>
      <Route path="/messages/:line">{({ line }) => <Message lineId={line} />}</Route>
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

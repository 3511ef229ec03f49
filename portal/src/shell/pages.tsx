import { lazy, Suspense, type ReactElement } from 'react';
import { Route, Switch } from 'wouter';
import { Skeleton } from '../pieces/skeleton.tsx';

const Overview = lazy(() => import('../pages/overview/overview.tsx'));
const Customers = lazy(() => import('../pages/customers/customers.tsx'));
const Customer = lazy(() => import('../pages/customers/customer.tsx'));
const Lines = lazy(() => import('../pages/lines/lines.tsx'));
const NewLine = lazy(() => import('../pages/lines/new-line.tsx'));
const Line = lazy(() => import('../pages/lines/line.tsx'));
const Webhook = lazy(() => import('../pages/webhook/webhook.tsx'));
const Templates = lazy(() => import('../pages/templates/templates.tsx'));
const Delivery = lazy(() => import('../pages/delivery/delivery.tsx'));
const Notifications = lazy(() => import('../pages/notifications/notifications.tsx'));
const Team = lazy(() => import('../pages/team/team.tsx'));
const Usage = lazy(() => import('../pages/usage/usage.tsx'));
const NotFound = lazy(() => import('../pages/not-found.tsx'));

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

import type { Page } from 'playwright-core';

/** A page of the portal, and what a member typically does there first. */
export interface MeasuredPage {
  readonly name: string;
  /** Below the portal. */
  readonly path: string;
  /** What is there as soon as the page's data is. */
  readonly rows: string;
  readonly interact: (page: Page) => Promise<void>;
}

interface Ids {
  readonly customerId: string;
  readonly instanceId: string;
}

const press =
  (role: 'button' | 'link' | 'tab', name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole(role, { name }).first().click();

const search =
  (label: string) =>
  (page: Page): Promise<void> =>
    page.getByLabel(label).pressSequentially('Pad', { delay: 100 });

const row = 'main tbody tr td, main .card-fact';

export const pagesOf = ({ customerId, instanceId }: Ids): readonly MeasuredPage[] => [
  { name: 'overview', path: '', rows: 'main h2', interact: press('button', 'Account') },
  { name: 'customers', path: 'customers', rows: row, interact: search('Search customers') },
  { name: 'customer', path: `customers/${customerId}`, rows: 'main h2', interact: press('button', 'Edit') },
  { name: 'lines', path: 'lines', rows: row, interact: search('Search lines') },
  { name: 'line', path: `lines/${instanceId}`, rows: 'main h2', interact: press('button', 'Actions') },
  { name: 'new line', path: 'lines/new', rows: 'main form label', interact: press('button', 'Account') },
  { name: 'webhook', path: 'webhook', rows: 'main h2', interact: press('tab', 'Events') },
  { name: 'webhook events', path: 'webhook/events', rows: row, interact: press('tab', 'Endpoint') },
  { name: 'templates', path: 'templates', rows: 'main h2', interact: press('button', 'Account') },
  { name: 'delivery', path: 'delivery', rows: 'main h2', interact: press('tab', 'Events') },
  { name: 'delivery events', path: 'delivery/events', rows: row, interact: press('tab', 'Health') },
  { name: 'notifications', path: 'notifications', rows: 'main h2', interact: press('button', 'Account') },
  { name: 'usage', path: 'usage', rows: row, interact: press('button', 'Month') },
  { name: 'team', path: 'team', rows: row, interact: press('button', 'Invite a member') },
];

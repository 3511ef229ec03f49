import { firstAccounts } from '../api/business-accounts.ts';
import type { OwnMember } from '../../../packages/client/src/schemas.ts';
import type { Begin } from '../api/begun-calls.ts';
import { newestLines } from '../api/line-names.ts';
import type { PortalClient } from '../api/portal-client.ts';
import { sinceHours } from '../pages/hours.ts';
import { daysOf, monthsUpTo } from '../pages/usage/months.ts';
import { pageNameOf, type PageName } from './page-loads.ts';

/** The part of a path that names a tab or a record. */
const secondOf = (path: string): string => path.split('/')[1] ?? '';

const beginOverview = (begin: Begin, scopes: OwnMember['scopes']): void => {
  for (const status of ['reconnect_required', 'deactivation_failed', 'degraded', 'awaiting_connection'] as const) {
    void begin('search-partner-instances', { status, page: 1, page_size: 10 });
  }
  void begin('get-partner-delivery-health', { window_hours: 24 });
  if (scopes.includes('webhook.read')) void begin('get-partner-webhook-endpoint', {});
  if (scopes.includes('templates.read'))
    void begin('list-partner-business-accounts', { troubled: true, page_size: 10 });
};

const beginCustomer = (begin: Begin, id: string, scopes: OwnMember['scopes']): void => {
  void begin('get-partner-customer', { customer_id: id });
  void begin('search-partner-instances', { customer_id: id, page: 1, page_size: 200 });
  if (scopes.includes('platform_risk.read')) {
    void begin('get-partner-delivery-health', { window_hours: 24, customer_id: id });
  }
  if (scopes.includes('webhook.read')) {
    void begin('list-partner-webhook-events', { customer_id: id, page: 1, page_size: 10 });
  }
};

const beginReminders = (begin: Begin): void => {
  for (const status of ['awaiting_connection', 'reconnect_required'] as const) {
    void begin('search-partner-instances', { status, page_size: 200, cursor: '' });
  }
};

const beginUsage = (begin: Begin): void => {
  const month = monthsUpTo(new Date())[0];
  void begin('get-partner-usage', { date_from: `${month}-01`, date_to: daysOf(month).at(-1) });
};

const beginHealth = async (begin: Begin): Promise<void> => {
  const { health } = (await begin('get-partner-delivery-health', { window_hours: 24 })).body;
  if (health.by_instance?.length !== 0) void begin('search-partner-instances', newestLines);
};

const beginDeliveryEvents = async (begin: Begin): Promise<void> => {
  const query = { page: 1, page_size: 25, date_from: sinceHours(24) };
  const { items } = (await begin('search-partner-delivery-events', query)).body;
  if (items.length > 0) void begin('search-partner-instances', newestLines);
};

/** Begins what a page asks first when it is opened by its address, without filters. */
const beginPageCalls = async (begin: Begin, page: PageName, path: string, { scopes }: OwnMember): Promise<void> => {
  const second = secondOf(path);
  switch (page) {
    case '':
      beginOverview(begin, scopes);
      return;
    case 'customers':
      void begin('list-partner-customers', { page: 1, page_size: 25 });
      return;
    case 'first-steps':
    case 'customers/import':
    case 'messages/:id':
      return;
    case 'customers/:id':
      beginCustomer(begin, second, scopes);
      return;
    case 'lines':
      void begin('search-partner-instances', { page: 1, page_size: 25 });
      return;
    case 'lines/new':
      void begin('list-partner-customers', { status: 'active', page_size: 20 });
      return;
    case 'lines/reminders':
      beginReminders(begin);
      return;
    case 'lines/:id':
      void begin('get-partner-instance', { instance_id: second });
      return;
    case 'connect-page':
      void begin('get-partner-connect-page', {});
      return;
    case 'webhook':
      if (second === '') void begin('get-partner-webhook-endpoint', {});
      if (second === 'events') {
        const from = sinceHours(720);
        void begin('list-partner-webhook-events', { page: 1, page_size: 25, status: 'all', date_from: from });
      }
      return;
    case 'templates':
      void begin('list-partner-business-accounts', firstAccounts);
      return;
    case 'templates/:id':
      void begin('list-partner-template-names', { template_name: decodeURIComponent(second) });
      return;
    case 'delivery':
      if (second === '' || second === 'health') await beginHealth(begin);
      if (second === 'events') await beginDeliveryEvents(begin);
      return;
    case 'notifications':
      void begin('list-partner-notifications', { status: 'unread', page: 1, page_size: 25 });
      return;
    case 'usage':
      beginUsage(begin);
      return;
    case 'team':
      void begin('list-partner-members', { page: 1, page_size: 25 });
      if (scopes.includes('keys.write')) void begin('list-partner-api-keys', { page: 1, page_size: 25 });
      return;
  }
};

/** Asks who looks, and then what the page of the path and what is around every page ask first. */
export const beginFirstCalls = async (
  { begin }: Pick<PortalClient, 'begin'>,
  path: string,
  isFiltered: boolean,
): Promise<void> => {
  const { member } = (await begin('get-partner-member', {})).body;
  void begin('list-partner-notifications', { status: 'unread', page_size: 5 });
  void begin('get-partner-notification-preferences', {});
  const page = pageNameOf(path);
  // What a page with filters asks is known to the page only.
  if (page !== null && !isFiltered) await beginPageCalls(begin, page, path, member);
};

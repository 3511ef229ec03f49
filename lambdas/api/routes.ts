import type { Audience, Scope } from '../domain/access.ts';
import { searchTermOf } from '../domain/customer.ts';
import { deactivateCustomer } from './operations/customers/deactivate-customer.ts';
import { getCustomerHistory } from './operations/customers/get-customer-history.ts';
import { getCustomer } from './operations/customers/get-customer.ts';
import { listCustomers } from './operations/customers/list-customers.ts';
import { mergeCustomers } from './operations/customers/merge-customers.ts';
import { reactivateCustomer } from './operations/customers/reactivate-customer.ts';
import { updateCustomer } from './operations/customers/update-customer.ts';
import { upsertCustomer } from './operations/customers/upsert-customer.ts';
import { getDeliveryHealth } from './operations/delivery/get-health.ts';
import { reportMessageStatus } from './operations/delivery/report-message-status.ts';
import { mostReportsBytes, reportMessageStatuses, reportsIn } from './operations/delivery/report-message-statuses.ts';
import { searchDeliveryEvents } from './operations/delivery/search-events.ts';
import { createConnectSession } from './operations/instances/create-connect-session.ts';
import { createInstance } from './operations/instances/create-instance.ts';
import { deactivateInstance } from './operations/instances/deactivate-instance.ts';
import { getInstance } from './operations/instances/get-instance.ts';
import { listInstances } from './operations/instances/list-instances.ts';
import { moveInstance } from './operations/instances/move-instance.ts';
import { refreshInstancePlatform } from './operations/instances/refresh-instance-platform.ts';
import { revealPlatformToken } from './operations/instances/reveal-platform-token.ts';
import { updateInstanceLabel } from './operations/instances/update-instance-label.ts';
import { getPreferences } from './operations/notifications/get-preferences.ts';
import { listNotifications } from './operations/notifications/list-notifications.ts';
import { markAllNotificationsRead } from './operations/notifications/mark-all-read.ts';
import { markNotificationRead } from './operations/notifications/mark-read.ts';
import { updatePreferences } from './operations/notifications/update-preferences.ts';
import { getTemplateSync } from './operations/templates/get-template-sync.ts';
import { getTemplate } from './operations/templates/get-template.ts';
import { listTemplates } from './operations/templates/list-templates.ts';
import { refreshTemplates } from './operations/templates/refresh-templates.ts';
import { getWebhookEndpoint } from './operations/webhook/get-endpoint.ts';
import { getWebhookMigration } from './operations/webhook/get-migration.ts';
import { retryWebhookMigration } from './operations/webhook/retry-migration.ts';
import { updateWebhookEndpoint } from './operations/webhook/update-endpoint.ts';
import { validateWebhookEndpoint } from './operations/webhook/validate-endpoint.ts';
import type { RateChoice, Route } from './route.ts';

const partner = (scope: Scope): Audience => ({ kind: 'partner', scope });
const member: Audience = { kind: 'member' };
const reporter: Audience = { kind: 'delivery-report', scope: 'instances.write' };

/** An instance with a connect session counts as a session. */
const withSession: RateChoice = {
  parameter: 'create_connect_session',
  condition: '`false`',
  holds: (value) => value === false,
  then: 'commands',
  otherwise: 'connect_sessions',
};

/** A search reads all customers of the partner, a list one page. */
const searching: RateChoice = {
  parameter: 'search',
  condition: 'given',
  holds: (value) => typeof value === 'string' && searchTermOf(value) !== null,
  then: 'customer_searches',
  otherwise: 'reads',
};

/** Every route of the service. Dispatch, docs/routes.md and the OpenAPI description use this table. */
// prettier-ignore
export const routes: readonly Route[] = [
  { route: 'upsert-partner-customer',      methods: ['POST'],  audience: partner('customers.write'), rate: 'commands', operation: upsertCustomer },
  { route: 'list-partner-customers',       methods: ['GET'],   audience: partner('customers.read'),  rate: searching,  operation: listCustomers },
  { route: 'get-partner-customer',         methods: ['GET'],   audience: partner('customers.read'),  rate: 'reads',    operation: getCustomer },
  { route: 'update-partner-customer',      methods: ['PATCH'], audience: partner('customers.write'), rate: 'commands', operation: updateCustomer },
  { route: 'get-partner-customer-history', methods: ['GET'],   audience: partner('customers.read'),  rate: 'reads',    operation: getCustomerHistory },
  { route: 'merge-partner-customers',      methods: ['POST'],  audience: partner('customers.write'), rate: 'commands', operation: mergeCustomers },
  { route: 'deactivate-partner-customer',  methods: ['POST', 'PATCH', 'DELETE'], audience: partner('customers.write'), rate: 'commands', operation: deactivateCustomer },
  { route: 'reactivate-partner-customer',  methods: ['POST'],  audience: partner('customers.write'), rate: 'commands', operation: reactivateCustomer },

  { route: 'create-customer-instance',     methods: ['POST'],  audience: partner('instances.write'), rate: withSession, operation: createInstance },
  { route: 'create-connect-session',       methods: ['POST'],  audience: partner('instances.write'), rate: 'connect_sessions', operation: createConnectSession },
  { route: 'list-partner-instances',       methods: ['GET'],   audience: partner('instances.read'),  rate: 'reads',    operation: listInstances },
  { route: 'get-partner-instance',         methods: ['GET'],   audience: partner('instances.read'),  rate: 'reads',    operation: getInstance },
  { route: 'update-partner-instance-label', methods: ['PATCH'], audience: partner('instances.write'), rate: 'commands', operation: updateInstanceLabel },
  { route: 'refresh-partner-instance-platform', methods: ['POST'], audience: partner('instances.write'), rate: 'commands', operation: refreshInstancePlatform },
  { route: 'reveal-partner-instance-platform-token', methods: ['POST'], audience: partner('platform_token.reveal'), rate: 'token_reveals', operation: revealPlatformToken },
  { route: 'move-partner-instance-to-customer', methods: ['POST'], audience: partner('instances.write'), rate: 'commands', operation: moveInstance },
  { route: 'deactivate-partner-instance',  methods: ['POST', 'PATCH', 'DELETE'], audience: partner('instances.write'), rate: 'commands', operation: deactivateInstance },

  { route: 'validate-partner-webhook-endpoint', methods: ['POST'], audience: partner('webhook.write'), rate: 'webhook_validations', operation: validateWebhookEndpoint },
  { route: 'update-partner-webhook-endpoint', methods: ['POST'], audience: partner('webhook.write'), rate: 'webhook_validations', operation: updateWebhookEndpoint },
  { route: 'get-partner-webhook-endpoint', methods: ['GET'],   audience: partner('webhook.read'),    rate: 'reads',    operation: getWebhookEndpoint },
  { route: 'get-partner-webhook-migration', methods: ['GET'],  audience: partner('webhook.read'),    rate: 'reads',    operation: getWebhookMigration },
  { route: 'retry-partner-webhook-migration', methods: ['POST'], audience: partner('webhook.write'), rate: 'commands', operation: retryWebhookMigration },

  { route: 'list-partner-platform-templates', methods: ['GET'], audience: partner('templates.read'), rate: 'reads', operation: listTemplates },
  { route: 'get-partner-platform-template', methods: ['GET'],  audience: partner('templates.read'),  rate: 'reads',    operation: getTemplate },
  { route: 'refresh-partner-platform-templates', methods: ['POST'], audience: partner('templates.write'), rate: 'commands', operation: refreshTemplates },
  { route: 'get-partner-platform-template-sync', methods: ['GET'], audience: partner('templates.read'), rate: 'reads', operation: getTemplateSync },

  { route: 'report-partner-message-status', methods: ['POST'], audience: reporter,                   rate: 'delivery_reports', operation: reportMessageStatus },
  { route: 'report-partner-message-delivery-failure', methods: ['POST'], audience: reporter,         rate: 'delivery_reports', operation: reportMessageStatus },
  { route: 'report-partner-message-statuses', methods: ['POST'], audience: reporter,                 rate: 'delivery_reports', operation: reportMessageStatuses, counts: reportsIn, mostBodyBytes: mostReportsBytes, isBeyond: true },
  { route: 'search-partner-delivery-events', methods: ['GET'], audience: partner('platform_risk.read'), rate: 'reads', operation: searchDeliveryEvents },
  { route: 'get-partner-delivery-health',  methods: ['GET'],   audience: partner('platform_risk.read'), rate: 'reads', operation: getDeliveryHealth },

  { route: 'list-partner-notifications',   methods: ['GET'],   audience: member, rate: 'reads',    operation: listNotifications },
  { route: 'mark-partner-notification-read', methods: ['POST'], audience: member, rate: 'commands', operation: markNotificationRead },
  { route: 'mark-all-partner-notifications-read', methods: ['POST'], audience: member, rate: 'commands', operation: markAllNotificationsRead },
  { route: 'get-partner-notification-preferences', methods: ['GET'], audience: member, rate: 'reads', operation: getPreferences },
  { route: 'update-partner-notification-preferences', methods: ['PATCH'], audience: member, rate: 'commands', operation: updatePreferences },
];

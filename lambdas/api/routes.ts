import { mostImportBytes } from './begin-import.ts';
import type { Audience, KeyScope, MemberScope, Role } from '../domain/access.ts';
import { searchTermOf } from '../domain/customer.ts';
import { deactivateCustomer } from './operations/customers/deactivate-customer.ts';
import { getCustomerHistory } from './operations/customers/get-customer-history.ts';
import { getCustomer } from './operations/customers/get-customer.ts';
import { getMerge } from './operations/customers/get-merge.ts';
import { getCustomerImport } from './operations/customers/get-customer-import.ts';
import { importCustomers } from './operations/customers/import-customers.ts';
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
import { searchInstances } from './operations/instances/search-instances.ts';
import { revealPlatformToken } from './operations/instances/reveal-platform-token.ts';
import { updateInstanceLabel } from './operations/instances/update-instance-label.ts';
import { getPreferences } from './operations/notifications/get-preferences.ts';
import { listNotifications } from './operations/notifications/list-notifications.ts';
import { markAllNotificationsRead } from './operations/notifications/mark-all-read.ts';
import { markNotificationRead } from './operations/notifications/mark-read.ts';
import { updatePreferences } from './operations/notifications/update-preferences.ts';
import { listBusinessAccounts } from './operations/templates/list-business-accounts.ts';
import { getMember } from './operations/team/get-member.ts';
import { inviteMember } from './operations/team/invite-member.ts';
import { issueApiKey } from './operations/team/issue-key.ts';
import { listApiKeys } from './operations/team/list-keys.ts';
import { listPartnerMembers } from './operations/team/list-members.ts';
import { removeMember } from './operations/team/remove-member.ts';
import { revokeApiKey } from './operations/team/revoke-key.ts';
import { updateMember } from './operations/team/update-member.ts';
import { getTemplateSync } from './operations/templates/get-template-sync.ts';
import { getTemplate } from './operations/templates/get-template.ts';
import { listTemplates } from './operations/templates/list-templates.ts';
import { refreshTemplates } from './operations/templates/refresh-templates.ts';
import { getUsage } from './operations/usage/get-usage.ts';
import { getWebhookEndpoint } from './operations/webhook/get-endpoint.ts';
import { getEvent } from './operations/webhook/get-event.ts';
import { getWebhookMigration } from './operations/webhook/get-migration.ts';
import { listEvents } from './operations/webhook/list-events.ts';
import { getWebhookResend } from './operations/webhook/get-resend.ts';
import { resendWebhookEvents } from './operations/webhook/resend-events.ts';
import { retryWebhookMigration } from './operations/webhook/retry-migration.ts';
import { rotateWebhookSecret } from './operations/webhook/rotate-secret.ts';
import { sendWebhookTestEvent } from './operations/webhook/send-test-event.ts';
import { updateWebhookEndpoint } from './operations/webhook/update-endpoint.ts';
import { validateWebhookEndpoint } from './operations/webhook/validate-endpoint.ts';
import type { RateChoice, Route } from './route.ts';

const partner = (scope: KeyScope, roles?: readonly Role[]): Audience => ({
  kind: 'partner',
  scope,
  ...(roles !== undefined && { roles }),
});
const member: Audience = { kind: 'member' };
const team = (scope: MemberScope): Audience => ({ kind: 'team', scope });
const reporter: Audience = { kind: 'delivery-report', scope: 'instances.write' };

/** An instance with a connect session counts as a session. */
const withSession: RateChoice = {
  parameters: ['create_connect_session'],
  condition: '`false`',
  holds: (value) => value === false,
  then: 'commands',
  otherwise: 'connect_sessions',
};

/** A search reads all customers of the partner, a list one page. */
const searching: RateChoice = {
  parameters: ['search'],
  condition: 'given',
  holds: (value) => typeof value === 'string' && searchTermOf(value) !== null,
  then: 'customer_searches',
  otherwise: 'reads',
};

/** With a filter, a page may read a block for each of its events, or all events of the range. */
const filtering: RateChoice = {
  parameters: ['status', 'error_code', 'message_id'],
  condition: 'given',
  holds: (value) => typeof value === 'string' && value !== '',
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
  { route: 'get-partner-merge',            methods: ['GET'],   audience: partner('customers.read'),  rate: 'reads',    operation: getMerge, isBeyond: true },
  { route: 'deactivate-partner-customer',  methods: ['POST', 'PATCH', 'DELETE'], audience: partner('customers.write'), rate: 'commands', operation: deactivateCustomer },
  { route: 'reactivate-partner-customer',  methods: ['POST'],  audience: partner('customers.write'), rate: 'commands', operation: reactivateCustomer },
  { route: 'import-partner-customers',     methods: ['POST'],  audience: partner('customers.write'), rate: 'commands', operation: importCustomers, mostBodyBytes: mostImportBytes, isBeyond: true },
  { route: 'get-partner-customer-import',  methods: ['GET'],   audience: partner('customers.read'),  rate: 'reads',    operation: getCustomerImport, isBeyond: true },

  { route: 'create-customer-instance',     methods: ['POST'],  audience: partner('instances.write'), rate: withSession, operation: createInstance },
  { route: 'create-connect-session',       methods: ['POST'],  audience: partner('instances.write'), rate: 'connect_sessions', operation: createConnectSession },
  { route: 'list-partner-instances',       methods: ['GET'],   audience: partner('instances.read'),  rate: 'reads',    operation: listInstances },
  { route: 'search-partner-instances',     methods: ['GET'],   audience: partner('instances.read'),  rate: 'customer_searches', operation: searchInstances, isBeyond: true },
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
  { route: 'list-partner-webhook-events',  methods: ['GET'],   audience: partner('webhook.read'),    rate: 'reads',    operation: listEvents, isBeyond: true },
  { route: 'get-partner-webhook-event',    methods: ['GET'],   audience: partner('webhook.read'),    rate: 'reads',    operation: getEvent, isBeyond: true },
  { route: 'resend-partner-webhook-events', methods: ['POST'], audience: partner('webhook.write'), rate: 'commands', operation: resendWebhookEvents, isBeyond: true },
  { route: 'get-partner-webhook-resend', methods: ['GET'],     audience: partner('webhook.read'),    rate: 'reads',    operation: getWebhookResend, isBeyond: true },
  { route: 'rotate-partner-webhook-secret', methods: ['POST'], audience: partner('webhook.write', ['owner', 'admin']), rate: 'commands', operation: rotateWebhookSecret, isBeyond: true },
  { route: 'send-partner-webhook-test-event', methods: ['POST'], audience: partner('webhook.write'), rate: 'webhook_validations', operation: sendWebhookTestEvent, isBeyond: true },

  { route: 'list-partner-platform-templates', methods: ['GET'], audience: partner('templates.read'), rate: 'reads', operation: listTemplates },
  { route: 'get-partner-platform-template', methods: ['GET'],  audience: partner('templates.read'),  rate: 'reads',    operation: getTemplate },
  { route: 'refresh-partner-platform-templates', methods: ['POST'], audience: partner('templates.write'), rate: 'commands', operation: refreshTemplates },
  { route: 'get-partner-platform-template-sync', methods: ['GET'], audience: partner('templates.read'), rate: 'reads', operation: getTemplateSync },
  { route: 'list-partner-business-accounts', methods: ['GET'], audience: partner('templates.read'),  rate: 'reads',    operation: listBusinessAccounts, isBeyond: true },

  { route: 'report-partner-message-status', methods: ['POST'], audience: reporter,                   rate: 'delivery_reports', operation: reportMessageStatus, isCountedByReport: true },
  { route: 'report-partner-message-delivery-failure', methods: ['POST'], audience: reporter,         rate: 'delivery_reports', operation: reportMessageStatus, isCountedByReport: true },
  { route: 'report-partner-message-statuses', methods: ['POST'], audience: reporter,                 rate: 'delivery_reports', operation: reportMessageStatuses, counts: reportsIn, mostBodyBytes: mostReportsBytes, isBeyond: true },
  { route: 'search-partner-delivery-events', methods: ['GET'], audience: partner('platform_risk.read'), rate: filtering, operation: searchDeliveryEvents },
  { route: 'get-partner-delivery-health',  methods: ['GET'],   audience: partner('platform_risk.read'), rate: 'reads', operation: getDeliveryHealth },

  { route: 'get-partner-usage',            methods: ['GET'],   audience: partner('usage.read'),      rate: 'reads',    operation: getUsage, isBeyond: true },

  { route: 'list-partner-notifications',   methods: ['GET'],   audience: member, rate: 'reads',    operation: listNotifications },
  { route: 'mark-partner-notification-read', methods: ['POST'], audience: member, rate: 'commands', operation: markNotificationRead },
  { route: 'mark-all-partner-notifications-read', methods: ['POST'], audience: member, rate: 'commands', operation: markAllNotificationsRead },
  { route: 'get-partner-notification-preferences', methods: ['GET'], audience: member, rate: 'reads', operation: getPreferences },
  { route: 'update-partner-notification-preferences', methods: ['PATCH'], audience: member, rate: 'commands', operation: updatePreferences },

  { route: 'get-partner-member',           methods: ['GET'],    audience: member, rate: 'reads',    operation: getMember, isBeyond: true },
  { route: 'list-partner-members',         methods: ['GET'],    audience: member, rate: 'reads',    operation: listPartnerMembers, isBeyond: true },
  { route: 'invite-partner-member',        methods: ['POST'],   audience: team('team.write'), rate: 'commands', operation: inviteMember, isBeyond: true },
  { route: 'update-partner-member',        methods: ['PATCH'],  audience: team('team.write'), rate: 'commands', operation: updateMember, isBeyond: true },
  { route: 'remove-partner-member',        methods: ['DELETE'], audience: team('team.write'), rate: 'commands', operation: removeMember, isBeyond: true },
  { route: 'list-partner-api-keys',        methods: ['GET'],    audience: team('keys.write'), rate: 'reads',    operation: listApiKeys, isBeyond: true },
  { route: 'issue-partner-api-key',        methods: ['POST'],   audience: team('keys.write'), rate: 'commands', operation: issueApiKey, isBeyond: true },
  { route: 'revoke-partner-api-key',       methods: ['DELETE'], audience: team('keys.write'), rate: 'commands', operation: revokeApiKey, isBeyond: true },
];

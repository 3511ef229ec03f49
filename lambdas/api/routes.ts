import { mostBatchBytes, reportsIn } from './batch-limits.ts';
import type { Audience, KeyScope, MemberScope, Role } from '../domain/access.ts';
import { searchTermOf } from '../domain/customer.ts';
import type { RateChoice, Route, RouteRow } from './route.ts';

const partner = (scope: KeyScope, roles?: readonly Role[]): Audience => ({
  kind: 'partner',
  scope,
  ...(roles !== undefined && { roles }),
});
const member: Audience = { kind: 'member' };
/** With `invited` also who is invited. */
const person = (who: 'member' | 'invited'): Audience => ({ kind: 'person', invited: who === 'invited' });
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

/** A logo is fetched from an address of the partner's choice, as a webhook endpoint is called. */
const withLogo: RateChoice = {
  parameters: ['logo_url'],
  condition: 'given',
  holds: (value) => typeof value === 'string' && value.trim() !== '',
  then: 'webhook_validations',
  otherwise: 'commands',
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

/** The call writes more than the others of its class. */
const asTwo = (): number => 2;

// prettier-ignore
const table: readonly RouteRow[] = [
  { route: 'upsert-partner-customer',      methods: ['POST'],  audience: partner('customers.write'), standing: 'recent', rate: 'commands', operation: () => import('./operations/customers/upsert-customer.ts').then((it) => it.upsertCustomer) },
  { route: 'list-partner-customers',       methods: ['GET'],   audience: partner('customers.read'),  rate: searching,  operation: () => import('./operations/customers/list-customers.ts').then((it) => it.listCustomers) },
  { route: 'get-partner-customer',         methods: ['GET'],   audience: partner('customers.read'),  rate: 'reads',    operation: () => import('./operations/customers/get-customer.ts').then((it) => it.getCustomer) },
  { route: 'update-partner-customer',      methods: ['PATCH'], audience: partner('customers.write'), standing: 'recent', rate: 'commands', operation: () => import('./operations/customers/update-customer.ts').then((it) => it.updateCustomer) },
  { route: 'get-partner-customer-history', methods: ['GET'],   audience: partner('customers.read'),  rate: 'reads',    operation: () => import('./operations/customers/get-customer-history.ts').then((it) => it.getCustomerHistory) },
  { route: 'merge-partner-customers',      methods: ['POST'],  audience: partner('customers.write'), standing: 'recent', rate: 'commands', operation: () => import('./operations/customers/merge-customers.ts').then((it) => it.mergeCustomers), counts: asTwo },
  { route: 'get-partner-merge',            methods: ['GET'],   audience: partner('customers.read'),  rate: 'reads',    operation: () => import('./operations/customers/get-merge.ts').then((it) => it.getMerge), isBeyond: true },
  { route: 'deactivate-partner-customer',  methods: ['POST', 'PATCH', 'DELETE'], audience: partner('customers.write'), standing: 'recent', rate: 'commands', operation: () => import('./operations/customers/deactivate-customer.ts').then((it) => it.deactivateCustomer) },
  { route: 'reactivate-partner-customer',  methods: ['POST'],  audience: partner('customers.write'), standing: 'recent', rate: 'commands', operation: () => import('./operations/customers/reactivate-customer.ts').then((it) => it.reactivateCustomer) },
  { route: 'import-partner-customers',     methods: ['POST'],  audience: partner('customers.write'), standing: 'recent', rate: 'commands', operation: () => import('./operations/customers/import-customers.ts').then((it) => it.importCustomers), counts: asTwo, mostBodyBytes: mostBatchBytes, isBeyond: true },
  { route: 'get-partner-customer-import',  methods: ['GET'],   audience: partner('customers.read'),  rate: 'reads',    operation: () => import('./operations/customers/get-customer-import.ts').then((it) => it.getCustomerImport), isBeyond: true },

  { route: 'create-customer-instance',     methods: ['POST'],  audience: partner('instances.write'), standing: 'now', rate: withSession, operation: () => import('./operations/instances/create-instance.ts').then((it) => it.createInstance) },
  { route: 'create-connect-session',       methods: ['POST'],  audience: partner('instances.write'), standing: 'now', rate: 'connect_sessions', operation: () => import('./operations/instances/create-connect-session.ts').then((it) => it.createConnectSession) },
  { route: 'list-partner-instances',       methods: ['GET'],   audience: partner('instances.read'),  rate: 'reads',    operation: () => import('./operations/instances/list-instances.ts').then((it) => it.listInstances) },
  { route: 'search-partner-instances',     methods: ['GET'],   audience: partner('instances.read'),  rate: 'customer_searches', operation: () => import('./operations/instances/search-instances.ts').then((it) => it.searchInstances), isBeyond: true },
  { route: 'get-partner-instance',         methods: ['GET'],   audience: partner('instances.read'),  rate: 'reads',    operation: () => import('./operations/instances/get-instance.ts').then((it) => it.getInstance) },
  { route: 'update-partner-instance-label', methods: ['PATCH'], audience: partner('instances.write'), standing: 'recent', rate: 'commands', operation: () => import('./operations/instances/update-instance-label.ts').then((it) => it.updateInstanceLabel) },
  { route: 'refresh-partner-instance-platform', methods: ['POST'], audience: partner('instances.write'), standing: 'recent', rate: 'commands', operation: () => import('./operations/instances/refresh-instance-platform.ts').then((it) => it.refreshInstancePlatform) },
  { route: 'reveal-partner-instance-platform-token', methods: ['POST'], audience: partner('platform_token.reveal'), standing: 'now', rate: 'token_reveals', operation: () => import('./operations/instances/reveal-platform-token.ts').then((it) => it.revealPlatformToken) },
  { route: 'move-partner-instance-to-customer', methods: ['POST'], audience: partner('instances.write'), standing: 'recent', rate: 'commands', operation: () => import('./operations/instances/move-instance.ts').then((it) => it.moveInstance) },
  { route: 'deactivate-partner-instance',  methods: ['POST', 'PATCH', 'DELETE'], audience: partner('instances.write'), standing: 'recent', rate: 'commands', operation: () => import('./operations/instances/deactivate-instance.ts').then((it) => it.deactivateInstance) },
  { route: 'get-partner-connect-page',     methods: ['GET'],   audience: partner('webhook.read'),    rate: 'reads',    operation: () => import('./operations/instances/get-connect-page.ts').then((it) => it.getConnectPage), isBeyond: true },
  { route: 'update-partner-connect-page',  methods: ['PATCH'], audience: partner('webhook.write'),   standing: 'now', rate: withLogo,   operation: () => import('./operations/instances/update-connect-page.ts').then((it) => it.updateConnectPage), isBeyond: true },

  { route: 'validate-partner-webhook-endpoint', methods: ['POST'], audience: partner('webhook.write'), standing: 'now', rate: 'webhook_validations', operation: () => import('./operations/webhook/validate-endpoint.ts').then((it) => it.validateWebhookEndpoint) },
  { route: 'update-partner-webhook-endpoint', methods: ['POST'], audience: partner('webhook.write'), standing: 'now', rate: 'webhook_validations', operation: () => import('./operations/webhook/update-endpoint.ts').then((it) => it.updateWebhookEndpoint) },
  { route: 'get-partner-webhook-endpoint', methods: ['GET'],   audience: partner('webhook.read'),    rate: 'reads',    operation: () => import('./operations/webhook/get-endpoint.ts').then((it) => it.getWebhookEndpoint) },
  { route: 'get-partner-webhook-migration', methods: ['GET'],  audience: partner('webhook.read'),    rate: 'reads',    operation: () => import('./operations/webhook/get-migration.ts').then((it) => it.getWebhookMigration) },
  { route: 'retry-partner-webhook-migration', methods: ['POST'], audience: partner('webhook.write'), standing: 'recent', rate: 'commands', operation: () => import('./operations/webhook/retry-migration.ts').then((it) => it.retryWebhookMigration) },
  { route: 'get-partner-webhook-event-types', methods: ['GET'], audience: partner('webhook.read'),   rate: 'reads',    operation: () => import('./operations/webhook/get-event-types.ts').then((it) => it.getEventTypes), isBeyond: true },
  { route: 'update-partner-webhook-event-types', methods: ['PATCH'], audience: partner('webhook.write'), standing: 'now', rate: 'commands', operation: () => import('./operations/webhook/update-event-types.ts').then((it) => it.updateEventTypes), isBeyond: true },
  { route: 'get-partner-platform-callbacks', methods: ['GET'], audience: partner('webhook.read'),   rate: 'reads',    operation: () => import('./operations/webhook/get-platform-callbacks.ts').then((it) => it.getPlatformCallbacks), isBeyond: true },
  { route: 'update-partner-platform-callbacks', methods: ['PATCH'], audience: partner('webhook.write'), standing: 'now', rate: 'commands', operation: () => import('./operations/webhook/update-platform-callbacks.ts').then((it) => it.updatePlatformCallbacks), isBeyond: true },
  { route: 'list-partner-webhook-events',  methods: ['GET'],   audience: partner('webhook.read'),    rate: 'reads',    operation: () => import('./operations/webhook/list-events.ts').then((it) => it.listEvents), isBeyond: true },
  { route: 'get-partner-webhook-event',    methods: ['GET'],   audience: partner('webhook.read'),    rate: 'reads',    operation: () => import('./operations/webhook/get-event.ts').then((it) => it.getEvent), isBeyond: true },
  { route: 'resend-partner-webhook-events', methods: ['POST'], audience: partner('webhook.write'), standing: 'recent', rate: 'commands', operation: () => import('./operations/webhook/resend-events.ts').then((it) => it.resendWebhookEvents), isBeyond: true },
  { route: 'get-partner-webhook-resend', methods: ['GET'],     audience: partner('webhook.read'),    rate: 'reads',    operation: () => import('./operations/webhook/get-resend.ts').then((it) => it.getWebhookResend), isBeyond: true },
  { route: 'rotate-partner-webhook-secret', methods: ['POST'], audience: partner('webhook.write', ['owner', 'admin']), standing: 'now', rate: 'commands', operation: () => import('./operations/webhook/rotate-secret.ts').then((it) => it.rotateWebhookSecret), isBeyond: true },
  { route: 'get-partner-webhook-test-event', methods: ['GET'], audience: partner('webhook.read'),    rate: 'reads',    operation: () => import('./operations/webhook/get-test-event.ts').then((it) => it.getWebhookTestEvent), isBeyond: true },
  { route: 'send-partner-webhook-test-event', methods: ['POST'], audience: partner('webhook.write'), standing: 'recent', rate: 'webhook_validations', operation: () => import('./operations/webhook/send-test-event.ts').then((it) => it.sendWebhookTestEvent), isBeyond: true },

  { route: 'list-partner-platform-templates', methods: ['GET'], audience: partner('templates.read'), rate: 'reads', operation: () => import('./operations/templates/list-templates.ts').then((it) => it.listTemplates) },
  { route: 'get-partner-platform-template', methods: ['GET'],  audience: partner('templates.read'),  rate: 'reads',    operation: () => import('./operations/templates/get-template.ts').then((it) => it.getTemplate) },
  { route: 'refresh-partner-platform-templates', methods: ['POST'], audience: partner('templates.write'), standing: 'recent', rate: 'commands', operation: () => import('./operations/templates/refresh-templates.ts').then((it) => it.refreshTemplates) },
  { route: 'get-partner-platform-template-sync', methods: ['GET'], audience: partner('templates.read'), rate: 'reads', operation: () => import('./operations/templates/get-template-sync.ts').then((it) => it.getTemplateSync) },
  { route: 'list-partner-template-names', methods: ['GET'],    audience: partner('templates.read'),  rate: 'customer_searches', operation: () => import('./operations/templates/list-template-names.ts').then((it) => it.listTemplateNames), isBeyond: true },
  { route: 'list-partner-business-accounts', methods: ['GET'], audience: partner('templates.read'),  rate: 'reads',    operation: () => import('./operations/templates/list-business-accounts.ts').then((it) => it.listBusinessAccounts), isBeyond: true },

  { route: 'report-partner-message-status', methods: ['POST'], audience: reporter,                   standing: 'recent', rate: 'delivery_reports', operation: () => import('./operations/delivery/report-message-status.ts').then((it) => it.reportMessageStatus), isCountedByReport: true },
  { route: 'report-partner-message-delivery-failure', methods: ['POST'], audience: reporter,         standing: 'recent', rate: 'delivery_reports', operation: () => import('./operations/delivery/report-message-status.ts').then((it) => it.reportMessageStatus), isCountedByReport: true },
  { route: 'report-partner-message-statuses', methods: ['POST'], audience: reporter,                 standing: 'recent', rate: 'delivery_reports', operation: () => import('./operations/delivery/report-message-statuses.ts').then((it) => it.reportMessageStatuses), counts: reportsIn, mostBodyBytes: mostBatchBytes, isBeyond: true },
  { route: 'search-partner-delivery-events', methods: ['GET'], audience: partner('platform_risk.read'), rate: filtering, operation: () => import('./operations/delivery/search-events.ts').then((it) => it.searchDeliveryEvents) },
  { route: 'get-partner-delivery-health',  methods: ['GET'],   audience: partner('platform_risk.read'), rate: 'reads', operation: () => import('./operations/delivery/get-health.ts').then((it) => it.getDeliveryHealth) },

  { route: 'get-partner-usage',            methods: ['GET'],   audience: partner('usage.read'),      rate: 'reads',    operation: () => import('./operations/usage/get-usage.ts').then((it) => it.getUsage), isBeyond: true },

  { route: 'list-partner-notifications',   methods: ['GET'],   audience: member, rate: 'reads',    operation: () => import('./operations/notifications/list-notifications.ts').then((it) => it.listNotifications) },
  { route: 'mark-partner-notification-read', methods: ['POST'], audience: member, standing: 'recent', rate: 'commands', operation: () => import('./operations/notifications/mark-read.ts').then((it) => it.markNotificationRead) },
  { route: 'mark-all-partner-notifications-read', methods: ['POST'], audience: member, standing: 'recent', rate: 'commands', operation: () => import('./operations/notifications/mark-all-read.ts').then((it) => it.markAllNotificationsRead) },
  { route: 'get-partner-notification-preferences', methods: ['GET'], audience: member, rate: 'reads', operation: () => import('./operations/notifications/get-preferences.ts').then((it) => it.getPreferences) },
  { route: 'update-partner-notification-preferences', methods: ['PATCH'], audience: member, standing: 'recent', rate: 'commands', operation: () => import('./operations/notifications/update-preferences.ts').then((it) => it.updatePreferences) },

  { route: 'get-partner-member',           methods: ['GET'],    audience: member, rate: 'reads',    operation: () => import('./operations/team/get-member.ts').then((it) => it.getMember), isBeyond: true },
  { route: 'update-partner-member-notices', methods: ['PATCH'], audience: member, standing: 'recent', rate: 'commands', operation: () => import('./operations/team/update-member-notices.ts').then((it) => it.updateMemberNotices), isBeyond: true },
  { route: 'list-partner-members',         methods: ['GET'],    audience: member, rate: 'reads',    operation: () => import('./operations/team/list-members.ts').then((it) => it.listPartnerMembers), isBeyond: true },
  { route: 'invite-partner-member',        methods: ['POST'],   audience: team('team.write'), standing: 'now', rate: 'invitations', operation: () => import('./operations/team/invite-member.ts').then((it) => it.inviteMember), isBeyond: true },
  { route: 'update-partner-member',        methods: ['PATCH'],  audience: team('team.write'), standing: 'now', rate: 'commands', operation: () => import('./operations/team/update-member.ts').then((it) => it.updateMember), isBeyond: true },
  { route: 'remove-partner-member',        methods: ['DELETE'], audience: team('team.write'), standing: 'now', rate: 'commands', operation: () => import('./operations/team/remove-member.ts').then((it) => it.removeMember), isBeyond: true },
  { route: 'accept-partner-invitation',    methods: ['POST'],   audience: person('invited'),  standing: 'now', rate: 'commands', operation: () => import('./operations/team/accept-invitation.ts').then((it) => it.acceptInvitation), isBeyond: true },
  { route: 'decline-partner-invitation',   methods: ['POST'],   audience: person('invited'),  standing: 'now', rate: 'commands', operation: () => import('./operations/team/decline-invitation.ts').then((it) => it.declineInvitation), isBeyond: true },
  { route: 'leave-partner',                methods: ['POST'],   audience: person('member'),   standing: 'now', rate: 'commands', operation: () => import('./operations/team/leave-partner.ts').then((it) => it.leavePartner), isBeyond: true },
  { route: 'list-partner-audit-entries',   methods: ['GET'],    audience: team('team.write'), rate: 'reads',    operation: () => import('./operations/team/list-audit-entries.ts').then((it) => it.listAuditEntries), isBeyond: true },
  { route: 'list-partner-api-keys',        methods: ['GET'],    audience: team('keys.write'), rate: 'reads',    operation: () => import('./operations/team/list-keys.ts').then((it) => it.listApiKeys), isBeyond: true },
  { route: 'issue-partner-api-key',        methods: ['POST'],   audience: team('keys.write'), standing: 'now', rate: 'commands', operation: () => import('./operations/team/issue-key.ts').then((it) => it.issueApiKey), isBeyond: true },
  { route: 'revoke-partner-api-key',       methods: ['DELETE'], audience: team('keys.write'), standing: 'now', rate: 'commands', operation: () => import('./operations/team/revoke-key.ts').then((it) => it.revokeApiKey), isBeyond: true },
];

/**
 * Every route of the service. Dispatch, docs/routes.md and the OpenAPI description use this table. A row loads its operation when
 * the route is called for the first time, so that a cold start loads no other route's code: docs/adr/0032-loading-operations.md.
 */
export const routes: readonly Route[] = table;

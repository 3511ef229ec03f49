import { mostBatchBytes, reportsIn } from './batch-limits.ts';
import type { Audience, KeyScope, MemberScope, Role } from '../domain/access.ts';
import { searchTermOf } from '../domain/customer.ts';
import { load } from './operation-loads.ts';
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
  { route: 'upsert-partner-customer',      methods: ['POST'],  audience: partner('customers.write'), standing: 'recent', rate: 'commands', operation: load.upsertCustomer },
  { route: 'list-partner-customers',       methods: ['GET'],   audience: partner('customers.read'),  rate: searching,  operation: load.listCustomers },
  { route: 'get-partner-customer',         methods: ['GET'],   audience: partner('customers.read'),  rate: 'reads',    operation: load.getCustomer },
  { route: 'update-partner-customer',      methods: ['PATCH'], audience: partner('customers.write'), standing: 'recent', rate: 'commands', operation: load.updateCustomer },
  { route: 'get-partner-customer-history', methods: ['GET'],   audience: partner('customers.read'),  rate: 'reads',    operation: load.getCustomerHistory },
  { route: 'merge-partner-customers',      methods: ['POST'],  audience: partner('customers.write'), standing: 'recent', rate: 'commands', operation: load.mergeCustomers, counts: asTwo },
  { route: 'get-partner-merge',            methods: ['GET'],   audience: partner('customers.read'),  rate: 'reads',    operation: load.getMerge, isBeyond: true },
  { route: 'deactivate-partner-customer',  methods: ['POST', 'PATCH', 'DELETE'], audience: partner('customers.write'), standing: 'recent', rate: 'commands', operation: load.deactivateCustomer },
  { route: 'reactivate-partner-customer',  methods: ['POST'],  audience: partner('customers.write'), standing: 'recent', rate: 'commands', operation: load.reactivateCustomer },
  { route: 'import-partner-customers',     methods: ['POST'],  audience: partner('customers.write'), standing: 'recent', rate: 'commands', operation: load.importCustomers, counts: asTwo, mostBodyBytes: mostBatchBytes, isBeyond: true },
  { route: 'get-partner-customer-import',  methods: ['GET'],   audience: partner('customers.read'),  rate: 'reads',    operation: load.getCustomerImport, isBeyond: true },

  { route: 'create-customer-instance',     methods: ['POST'],  audience: partner('instances.write'), standing: 'now', rate: withSession, operation: load.createInstance },
  { route: 'create-connect-session',       methods: ['POST'],  audience: partner('instances.write'), standing: 'now', rate: 'connect_sessions', operation: load.createConnectSession },
  { route: 'list-partner-instances',       methods: ['GET'],   audience: partner('instances.read'),  rate: 'reads',    operation: load.listInstances },
  { route: 'search-partner-instances',     methods: ['GET'],   audience: partner('instances.read'),  rate: 'customer_searches', operation: load.searchInstances, isBeyond: true },
  { route: 'get-partner-instance',         methods: ['GET'],   audience: partner('instances.read'),  rate: 'reads',    operation: load.getInstance },
  { route: 'update-partner-instance-label', methods: ['PATCH'], audience: partner('instances.write'), standing: 'recent', rate: 'commands', operation: load.updateInstanceLabel },
  { route: 'refresh-partner-instance-platform', methods: ['POST'], audience: partner('instances.write'), standing: 'recent', rate: 'commands', operation: load.refreshInstancePlatform },
  { route: 'reveal-partner-instance-platform-token', methods: ['POST'], audience: partner('platform_token.reveal'), standing: 'now', rate: 'token_reveals', operation: load.revealPlatformToken },
  { route: 'move-partner-instance-to-customer', methods: ['POST'], audience: partner('instances.write'), standing: 'recent', rate: 'commands', operation: load.moveInstance },
  { route: 'deactivate-partner-instance',  methods: ['POST', 'PATCH', 'DELETE'], audience: partner('instances.write'), standing: 'recent', rate: 'commands', operation: load.deactivateInstance },
  { route: 'get-partner-connect-page',     methods: ['GET'],   audience: partner('webhook.read'),    rate: 'reads',    operation: load.getConnectPage, isBeyond: true },
  { route: 'update-partner-connect-page',  methods: ['PATCH'], audience: partner('webhook.write'),   standing: 'now', rate: withLogo,   operation: load.updateConnectPage, isBeyond: true },

  { route: 'validate-partner-webhook-endpoint', methods: ['POST'], audience: partner('webhook.write'), standing: 'now', rate: 'webhook_validations', operation: load.validateWebhookEndpoint },
  { route: 'update-partner-webhook-endpoint', methods: ['POST'], audience: partner('webhook.write'), standing: 'now', rate: 'webhook_validations', operation: load.updateWebhookEndpoint },
  { route: 'get-partner-webhook-endpoint', methods: ['GET'],   audience: partner('webhook.read'),    rate: 'reads',    operation: load.getWebhookEndpoint },
  { route: 'get-partner-webhook-migration', methods: ['GET'],  audience: partner('webhook.read'),    rate: 'reads',    operation: load.getWebhookMigration },
  { route: 'retry-partner-webhook-migration', methods: ['POST'], audience: partner('webhook.write'), standing: 'recent', rate: 'commands', operation: load.retryWebhookMigration },
  { route: 'get-partner-webhook-event-types', methods: ['GET'], audience: partner('webhook.read'),   rate: 'reads',    operation: load.getEventTypes, isBeyond: true },
  { route: 'update-partner-webhook-event-types', methods: ['PATCH'], audience: partner('webhook.write'), standing: 'now', rate: 'commands', operation: load.updateEventTypes, isBeyond: true },
  { route: 'list-partner-webhook-events',  methods: ['GET'],   audience: partner('webhook.read'),    rate: 'reads',    operation: load.listEvents, isBeyond: true },
  { route: 'get-partner-webhook-event',    methods: ['GET'],   audience: partner('webhook.read'),    rate: 'reads',    operation: load.getEvent, isBeyond: true },
  { route: 'resend-partner-webhook-events', methods: ['POST'], audience: partner('webhook.write'), standing: 'recent', rate: 'commands', operation: load.resendWebhookEvents, isBeyond: true },
  { route: 'get-partner-webhook-resend', methods: ['GET'],     audience: partner('webhook.read'),    rate: 'reads',    operation: load.getWebhookResend, isBeyond: true },
  { route: 'rotate-partner-webhook-secret', methods: ['POST'], audience: partner('webhook.write', ['owner', 'admin']), standing: 'now', rate: 'commands', operation: load.rotateWebhookSecret, isBeyond: true },
  { route: 'get-partner-webhook-test-event', methods: ['GET'], audience: partner('webhook.read'),    rate: 'reads',    operation: load.getWebhookTestEvent, isBeyond: true },
  { route: 'send-partner-webhook-test-event', methods: ['POST'], audience: partner('webhook.write'), standing: 'recent', rate: 'webhook_validations', operation: load.sendWebhookTestEvent, isBeyond: true },

  { route: 'list-partner-platform-templates', methods: ['GET'], audience: partner('templates.read'), rate: 'reads', operation: load.listTemplates },
  { route: 'get-partner-platform-template', methods: ['GET'],  audience: partner('templates.read'),  rate: 'reads',    operation: load.getTemplate },
  { route: 'refresh-partner-platform-templates', methods: ['POST'], audience: partner('templates.write'), standing: 'recent', rate: 'commands', operation: load.refreshTemplates },
  { route: 'get-partner-platform-template-sync', methods: ['GET'], audience: partner('templates.read'), rate: 'reads', operation: load.getTemplateSync },
  { route: 'list-partner-business-accounts', methods: ['GET'], audience: partner('templates.read'),  rate: 'reads',    operation: load.listBusinessAccounts, isBeyond: true },

  { route: 'report-partner-message-status', methods: ['POST'], audience: reporter,                   standing: 'recent', rate: 'delivery_reports', operation: load.reportMessageStatus, isCountedByReport: true },
  { route: 'report-partner-message-delivery-failure', methods: ['POST'], audience: reporter,         standing: 'recent', rate: 'delivery_reports', operation: load.reportMessageStatus, isCountedByReport: true },
  { route: 'report-partner-message-statuses', methods: ['POST'], audience: reporter,                 standing: 'recent', rate: 'delivery_reports', operation: load.reportMessageStatuses, counts: reportsIn, mostBodyBytes: mostBatchBytes, isBeyond: true },
  { route: 'search-partner-delivery-events', methods: ['GET'], audience: partner('platform_risk.read'), rate: filtering, operation: load.searchDeliveryEvents },
  { route: 'get-partner-delivery-health',  methods: ['GET'],   audience: partner('platform_risk.read'), rate: 'reads', operation: load.getDeliveryHealth },

  { route: 'get-partner-usage',            methods: ['GET'],   audience: partner('usage.read'),      rate: 'reads',    operation: load.getUsage, isBeyond: true },

  { route: 'list-partner-notifications',   methods: ['GET'],   audience: member, rate: 'reads',    operation: load.listNotifications },
  { route: 'mark-partner-notification-read', methods: ['POST'], audience: member, standing: 'recent', rate: 'commands', operation: load.markNotificationRead },
  { route: 'mark-all-partner-notifications-read', methods: ['POST'], audience: member, standing: 'recent', rate: 'commands', operation: load.markAllNotificationsRead },
  { route: 'get-partner-notification-preferences', methods: ['GET'], audience: member, rate: 'reads', operation: load.getPreferences },
  { route: 'update-partner-notification-preferences', methods: ['PATCH'], audience: member, standing: 'recent', rate: 'commands', operation: load.updatePreferences },

  { route: 'get-partner-member',           methods: ['GET'],    audience: member, rate: 'reads',    operation: load.getMember, isBeyond: true },
  { route: 'list-partner-members',         methods: ['GET'],    audience: member, rate: 'reads',    operation: load.listPartnerMembers, isBeyond: true },
  { route: 'invite-partner-member',        methods: ['POST'],   audience: team('team.write'), standing: 'now', rate: 'invitations', operation: load.inviteMember, isBeyond: true },
  { route: 'update-partner-member',        methods: ['PATCH'],  audience: team('team.write'), standing: 'now', rate: 'commands', operation: load.updateMember, isBeyond: true },
  { route: 'remove-partner-member',        methods: ['DELETE'], audience: team('team.write'), standing: 'now', rate: 'commands', operation: load.removeMember, isBeyond: true },
  { route: 'accept-partner-invitation',    methods: ['POST'],   audience: person('invited'),  standing: 'now', rate: 'commands', operation: load.acceptInvitation, isBeyond: true },
  { route: 'decline-partner-invitation',   methods: ['POST'],   audience: person('invited'),  standing: 'now', rate: 'commands', operation: load.declineInvitation, isBeyond: true },
  { route: 'leave-partner',                methods: ['POST'],   audience: person('member'),   standing: 'now', rate: 'commands', operation: load.leavePartner, isBeyond: true },
  { route: 'list-partner-api-keys',        methods: ['GET'],    audience: team('keys.write'), rate: 'reads',    operation: load.listApiKeys, isBeyond: true },
  { route: 'issue-partner-api-key',        methods: ['POST'],   audience: team('keys.write'), standing: 'now', rate: 'commands', operation: load.issueApiKey, isBeyond: true },
  { route: 'revoke-partner-api-key',       methods: ['DELETE'], audience: team('keys.write'), standing: 'now', rate: 'commands', operation: load.revokeApiKey, isBeyond: true },
];

/** Every route of the service. Dispatch, docs/routes.md and the OpenAPI description use this table. */
export const routes: readonly Route[] = table;

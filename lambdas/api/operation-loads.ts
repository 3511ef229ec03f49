import type { Operation } from './operation.ts';

/**
 * Loads the operations, each when its route is called for the first time, so that a cold start loads no other route's code:
 * docs/adr/0032-loading-operations.md.
 */
// prettier-ignore
export const load = {
  upsertCustomer: () => import('./operations/customers/upsert-customer.ts').then((it) => it.upsertCustomer),
  listCustomers: () => import('./operations/customers/list-customers.ts').then((it) => it.listCustomers),
  getCustomer: () => import('./operations/customers/get-customer.ts').then((it) => it.getCustomer),
  updateCustomer: () => import('./operations/customers/update-customer.ts').then((it) => it.updateCustomer),
  getCustomerHistory: () => import('./operations/customers/get-customer-history.ts').then((it) => it.getCustomerHistory),
  mergeCustomers: () => import('./operations/customers/merge-customers.ts').then((it) => it.mergeCustomers),
  getMerge: () => import('./operations/customers/get-merge.ts').then((it) => it.getMerge),
  deactivateCustomer: () => import('./operations/customers/deactivate-customer.ts').then((it) => it.deactivateCustomer),
  reactivateCustomer: () => import('./operations/customers/reactivate-customer.ts').then((it) => it.reactivateCustomer),
  importCustomers: () => import('./operations/customers/import-customers.ts').then((it) => it.importCustomers),
  getCustomerImport: () => import('./operations/customers/get-customer-import.ts').then((it) => it.getCustomerImport),

  createInstance: () => import('./operations/instances/create-instance.ts').then((it) => it.createInstance),
  createConnectSession: () => import('./operations/instances/create-connect-session.ts').then((it) => it.createConnectSession),
  listInstances: () => import('./operations/instances/list-instances.ts').then((it) => it.listInstances),
  searchInstances: () => import('./operations/instances/search-instances.ts').then((it) => it.searchInstances),
  getInstance: () => import('./operations/instances/get-instance.ts').then((it) => it.getInstance),
  updateInstanceLabel: () => import('./operations/instances/update-instance-label.ts').then((it) => it.updateInstanceLabel),
  refreshInstancePlatform: () => import('./operations/instances/refresh-instance-platform.ts').then((it) => it.refreshInstancePlatform),
  revealPlatformToken: () => import('./operations/instances/reveal-platform-token.ts').then((it) => it.revealPlatformToken),
  moveInstance: () => import('./operations/instances/move-instance.ts').then((it) => it.moveInstance),
  deactivateInstance: () => import('./operations/instances/deactivate-instance.ts').then((it) => it.deactivateInstance),
  getConnectPage: () => import('./operations/instances/get-connect-page.ts').then((it) => it.getConnectPage),
  updateConnectPage: () => import('./operations/instances/update-connect-page.ts').then((it) => it.updateConnectPage),

  validateWebhookEndpoint: () => import('./operations/webhook/validate-endpoint.ts').then((it) => it.validateWebhookEndpoint),
  updateWebhookEndpoint: () => import('./operations/webhook/update-endpoint.ts').then((it) => it.updateWebhookEndpoint),
  getWebhookEndpoint: () => import('./operations/webhook/get-endpoint.ts').then((it) => it.getWebhookEndpoint),
  getWebhookMigration: () => import('./operations/webhook/get-migration.ts').then((it) => it.getWebhookMigration),
  retryWebhookMigration: () => import('./operations/webhook/retry-migration.ts').then((it) => it.retryWebhookMigration),
  getEventTypes: () => import('./operations/webhook/get-event-types.ts').then((it) => it.getEventTypes),
  updateEventTypes: () => import('./operations/webhook/update-event-types.ts').then((it) => it.updateEventTypes),
  listEvents: () => import('./operations/webhook/list-events.ts').then((it) => it.listEvents),
  getEvent: () => import('./operations/webhook/get-event.ts').then((it) => it.getEvent),
  resendWebhookEvents: () => import('./operations/webhook/resend-events.ts').then((it) => it.resendWebhookEvents),
  getWebhookResend: () => import('./operations/webhook/get-resend.ts').then((it) => it.getWebhookResend),
  rotateWebhookSecret: () => import('./operations/webhook/rotate-secret.ts').then((it) => it.rotateWebhookSecret),
  getWebhookTestEvent: () => import('./operations/webhook/get-test-event.ts').then((it) => it.getWebhookTestEvent),
  sendWebhookTestEvent: () => import('./operations/webhook/send-test-event.ts').then((it) => it.sendWebhookTestEvent),

  listTemplates: () => import('./operations/templates/list-templates.ts').then((it) => it.listTemplates),
  getTemplate: () => import('./operations/templates/get-template.ts').then((it) => it.getTemplate),
  refreshTemplates: () => import('./operations/templates/refresh-templates.ts').then((it) => it.refreshTemplates),
  getTemplateSync: () => import('./operations/templates/get-template-sync.ts').then((it) => it.getTemplateSync),
  listBusinessAccounts: () => import('./operations/templates/list-business-accounts.ts').then((it) => it.listBusinessAccounts),

  reportMessageStatus: () => import('./operations/delivery/report-message-status.ts').then((it) => it.reportMessageStatus),
  reportMessageStatuses: () => import('./operations/delivery/report-message-statuses.ts').then((it) => it.reportMessageStatuses),
  searchDeliveryEvents: () => import('./operations/delivery/search-events.ts').then((it) => it.searchDeliveryEvents),
  getDeliveryHealth: () => import('./operations/delivery/get-health.ts').then((it) => it.getDeliveryHealth),

  getUsage: () => import('./operations/usage/get-usage.ts').then((it) => it.getUsage),

  listNotifications: () => import('./operations/notifications/list-notifications.ts').then((it) => it.listNotifications),
  markNotificationRead: () => import('./operations/notifications/mark-read.ts').then((it) => it.markNotificationRead),
  markAllNotificationsRead: () => import('./operations/notifications/mark-all-read.ts').then((it) => it.markAllNotificationsRead),
  getPreferences: () => import('./operations/notifications/get-preferences.ts').then((it) => it.getPreferences),
  updatePreferences: () => import('./operations/notifications/update-preferences.ts').then((it) => it.updatePreferences),

  getMember: () => import('./operations/team/get-member.ts').then((it) => it.getMember),
  listPartnerMembers: () => import('./operations/team/list-members.ts').then((it) => it.listPartnerMembers),
  inviteMember: () => import('./operations/team/invite-member.ts').then((it) => it.inviteMember),
  updateMember: () => import('./operations/team/update-member.ts').then((it) => it.updateMember),
  removeMember: () => import('./operations/team/remove-member.ts').then((it) => it.removeMember),
  acceptInvitation: () => import('./operations/team/accept-invitation.ts').then((it) => it.acceptInvitation),
  declineInvitation: () => import('./operations/team/decline-invitation.ts').then((it) => it.declineInvitation),
  leavePartner: () => import('./operations/team/leave-partner.ts').then((it) => it.leavePartner),
  listApiKeys: () => import('./operations/team/list-keys.ts').then((it) => it.listApiKeys),
  issueApiKey: () => import('./operations/team/issue-key.ts').then((it) => it.issueApiKey),
  revokeApiKey: () => import('./operations/team/revoke-key.ts').then((it) => it.revokeApiKey),
} satisfies Readonly<Record<string, () => Promise<Operation>>>;

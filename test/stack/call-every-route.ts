import { expect } from '@jest/globals';
import { methodsOf, type RouteName, type Routes } from '../../packages/client/src/routes.ts';
import { openLink } from '../../demo/end-customer.ts';
import { sceneOf } from '../../tools/scenes/scenes.ts';
import { until } from '../../tools/harness/whole-stack.ts';

/** Calls a route. @returns its response @throws when it refuses */
export type CallRoute = <Name extends RouteName>(
  route: Name,
  parameters: Partial<Routes[Name]['parameters']>,
  method?: Routes[Name]['method'],
) => Promise<Routes[Name]['response']>;

export interface Scene {
  /** With the partner's key. */
  readonly call: CallRoute;
  /** With an owner's token. */
  readonly member: CallRoute;
  /** A member of another partner. */
  readonly invitee: { readonly call: CallRoute; readonly email: string };
  /** Controls the platform simulator. */
  readonly platform: (instruction: object) => Promise<unknown>;
  readonly endpoint: { readonly webhook_url: string; readonly platform_verify_token: string };
}

/** The team and its keys. When there are two keys, the one that can't write customers is replaced. */
const callTeam = async ({ member, invitee }: Pick<Scene, 'member' | 'invitee'>): Promise<void> => {
  const { partner } = await member('get-partner-member', {});
  expect(partner.status).toBe('active');
  const before = (await member('list-partner-members', {})).total;
  const invitation = { email: `new@${partner.partner_id}.example`, role: 'viewer' } as const;
  const invited = await member('invite-partner-member', invitation);
  // The user exists by now, and gets the mail again.
  await member('invite-partner-member', invitation);
  const member_id = invited.member.id;
  await member('update-partner-member', { member_id, role: 'support' });
  await member('remove-partner-member', { member_id });
  const { partner_id } = partner;
  await member('invite-partner-member', { email: invitee.email, role: 'viewer' });
  await invitee.call('accept-partner-invitation', { partner_id });
  await expect(member('invite-partner-member', { email: invitee.email, role: 'viewer' })).rejects.toThrow(
    'update-partner-member',
  );
  await invitee.call('leave-partner', { partner_id });
  await member('invite-partner-member', { email: invitee.email, role: 'viewer' });
  await invitee.call('decline-partner-invitation', { partner_id });
  expect((await member('list-partner-members', {})).total).toBe(before);

  const { items } = await member('list-partner-api-keys', {});
  const active = items.filter(({ status }) => status === 'active');
  const other = active.find(({ scopes }) => !scopes.includes('customers.write'));
  if (active.length > 1) await member('revoke-partner-api-key', { key_id: other?.id ?? '' });
  const { key } = await member('issue-partner-api-key', { scopes: ['customers.read'], expires_at: null });
  await member('revoke-partner-api-key', { key_id: key.id });
};

const callCustomers = async ({ call }: Scene) => {
  const { customer } = await call('upsert-partner-customer', sceneOf('upsert-partner-customer').example.request);
  const { customer_id } = customer;
  const other = await call('upsert-partner-customer', { external_customer_id: 'other', customer_name: 'Other' });
  const target_customer_id = other.customer.customer_id;
  await call('list-partner-customers', sceneOf('list-partner-customers').example.request);
  await call('get-partner-customer', { customer_id });
  await call('update-partner-customer', { customer_id, changes: { customer_phone: '+44 20 7946 0900' } });
  await call('get-partner-customer-history', { customer_id });
  const imported = await call('import-partner-customers', sceneOf('import-partner-customers').example.request);
  const ended = await until(
    () => call('get-partner-customer-import', { import_id: imported.import.id }),
    ({ import: { status } }) => status === 'completed',
  );
  expect(ended.import).toMatchObject({ total: 2, created: 1, updated: 1, failed: 0 });
  return { customer_id, target_customer_id };
};

const callWebhook = async ({ call, endpoint }: Scene, customer_id: string): Promise<void> => {
  await call('validate-partner-webhook-endpoint', endpoint);
  await call('update-partner-webhook-endpoint', endpoint);
  await call('get-partner-webhook-endpoint', {});
  await call('get-partner-webhook-migration', {});
  await call('retry-partner-webhook-migration', {});
  const logo_url = new URL('/logo.png', endpoint.webhook_url).href;
  await call('update-partner-connect-page', { ...sceneOf('update-partner-connect-page').example.request, logo_url });
  expect((await call('get-partner-connect-page', {})).connect_page).toMatchObject({ logo_url });
  const events = await call('list-partner-webhook-events', { customer_id });
  // The update, and the row of the import that changed the customer.
  expect(events.total).toBe(2);
  const event_id = events.items[0]?.id ?? '';
  await until(
    () => call('list-partner-webhook-events', {}),
    ({ items }) => items.some(({ id }) => id === event_id),
  );
  await call('get-partner-webhook-event', { event_id });
  await call('resend-partner-webhook-events', { since: '2026-01-01' });
  await call('get-partner-webhook-resend', {});
  await call('update-partner-webhook-event-types', { event_types: ['service.partner.instance.connected'] });
  await call('get-partner-webhook-event-types', {});
  await call('rotate-partner-webhook-secret', {});
  const { event: tested } = await call('send-partner-webhook-test-event', { type: 'service.ping' });
  await call('get-partner-webhook-test-event', { event_id: tested.id });
};

interface Customers {
  readonly customer_id: string;
  readonly target_customer_id: string;
}

const callLines = async ({ call }: Scene, { customer_id, target_customer_id }: Customers) => {
  const made = await call('create-customer-instance', { customer_id, instance_key: 'first' });
  await openLink(made.session?.url ?? '');
  const instance_id = made.instance.id;
  const { instance } = await call('get-partner-instance', { instance_id });
  expect(instance.status).toBe('connected');
  const { platform_waba_id: waba_id, platform_phone_number_id: number } = instance;
  await call('create-connect-session', { instance_id, mode: 'reconnect' });
  await call('list-partner-instances', { customer_id });
  await call('search-partner-instances', { search: 'first', platform_waba_id: waba_id ?? '' });
  await call('update-partner-instance-label', { instance_id, instance_name: 'Front desk' });
  await call('refresh-partner-instance-platform', { instance_id });
  await call('reveal-partner-instance-platform-token', { instance_id });
  await call('move-partner-instance-to-customer', { instance_id, target_customer_id });
  return { instance_id, waba_id, number };
};

type Line = Awaited<ReturnType<typeof callLines>>;

const callTemplates = async ({ call, platform }: Scene, { instance_id, waba_id }: Line): Promise<void> => {
  const template = { id: '9001', waba_id, name: 'order_sent', language: 'en', category: 'UTILITY', status: 'APPROVED' };
  await platform({ template: { ...template, components: [] } });
  await call('refresh-partner-platform-templates', { instance_id, force: true });
  await until(
    () => call('get-partner-platform-template-sync', { instance_id }),
    ({ sync }) => sync.status === 'succeeded' && sync.fetched === 1,
  );
  await call('list-partner-platform-templates', { instance_id });
  await call('list-partner-business-accounts', {});
  await call('get-partner-platform-template', { instance_id, template_name: 'order_sent', language: 'en' });
};

const callReports = async ({ call }: Scene, number: Line['number']): Promise<void> => {
  const message = { phone_number_id: number ?? '', message_id: 'wamid.1' };
  await call('report-partner-message-status', { ...message, status: 'sent' });
  await call('report-partner-message-delivery-failure', { ...message, status: 'failed', error_code: 131026 });
  await call('report-partner-message-statuses', { reports: [{ ...message, status: 'read' }] });
  await until(
    () => call('search-partner-delivery-events', {}),
    ({ total }) => total === 3,
  );
  await call('search-partner-delivery-events', { status: 'failed', error_code: '131026', message_id: 'wamid.1' });
  await call('get-partner-delivery-health', { window_hours: 24 });
  await until(
    () => call('get-partner-usage', {}),
    ({ usage }) => usage.totals.reports === 3,
  );
};

const callNotifications = async ({ member, platform }: Scene, waba_id: Line['waba_id']): Promise<void> => {
  const value = { event: 'REJECTED', message_template_id: 9001, reason: 'PROMOTIONAL' };
  const named = { message_template_name: 'order_sent', message_template_language: 'en' };
  const change = { field: 'message_template_status_update', value: { ...value, ...named } };
  const entry = [{ id: waba_id, time: Math.floor(Date.now() / 1000), changes: [change] }];
  await platform({ callback: { object: 'whatsapp_business_account', entry } });
  const inbox = await until(
    () => member('list-partner-notifications', { status: 'unread' }),
    ({ items }) => items.length > 0,
  );
  await member('mark-partner-notification-read', { notification_id: inbox.items[0]?.id ?? '' });
  await member('mark-all-partner-notifications-read', {});
  await member('update-partner-notification-preferences', { notify_academy: false });
  await member('get-partner-notification-preferences', {});
};

/** Calls every route with every method, with the example in the API description and ids of this stack. */
export const callEveryRoute = async (scene: Scene): Promise<void> => {
  const { call, member, invitee } = scene;
  const customers = await callCustomers(scene);
  const { customer_id, target_customer_id } = customers;
  await callWebhook(scene, customer_id);
  const line = await callLines(scene, customers);
  const { instance_id } = line;
  await callTemplates(scene, line);
  await callReports(scene, line.number);
  await callNotifications(scene, line.waba_id);
  await callTeam({ member, invitee });

  for (const method of methodsOf['deactivate-partner-instance']) {
    await call('deactivate-partner-instance', { instance_id }, method);
  }
  for (const method of methodsOf['deactivate-partner-customer']) {
    await call('deactivate-partner-customer', { customer_id }, method);
  }
  await call('reactivate-partner-customer', { customer_id });
  await call('merge-partner-customers', { source_customer_id: customer_id, target_customer_id });
  await call('get-partner-merge', { source_customer_id: customer_id });
};

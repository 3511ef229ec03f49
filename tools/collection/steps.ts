/** One request of the collection. */
export interface Step {
  readonly route: string;
  /** The name of the request, where it is not the route. */
  readonly name?: string;
  /** Instead of the example's parameters; `undefined` leaves a parameter out. */
  readonly changes?: Readonly<Record<string, unknown>>;
  /** The variables that the answer sets, with the path of the value in the body. */
  readonly saves?: Readonly<Record<string, string>>;
  /** The variable of the token, where it is not that of the partner or its owner. */
  readonly token?: string;
}

export interface Folder {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly Step[];
}

/** Unique, so that a second run creates records of its own. */
const fresh = '{{$guid}}';

/** A customer that a later request archives or gives an instance to. */
const otherCustomer = (name: string): Step => ({
  route: 'upsert-partner-customer',
  name,
  changes: { external_customer_id: fresh, customer_name: 'Aurora Catering' },
  saves: { other_customer_id: 'customer.customer_id' },
});

const customers: Folder = {
  name: 'customers',
  description: 'Routes about customers.',
  steps: [
    {
      route: 'upsert-partner-customer',
      changes: { external_customer_id: fresh },
      saves: {
        customer_id: 'customer.customer_id',
        external_customer_id: 'customer.external_customer_id',
        customer_updated_at: 'customer.updated_at',
      },
    },
    { route: 'update-partner-customer' },
    { route: 'get-partner-customer' },
    { route: 'list-partner-customers' },
    { route: 'deactivate-partner-customer' },
    { route: 'reactivate-partner-customer' },
    otherCustomer('upsert-partner-customer: the customer to merge'),
    { route: 'merge-partner-customers', changes: { target_customer_id: '{{customer_id}}' } },
    { route: 'get-partner-merge', changes: { source_customer_id: '{{other_customer_id}}' } },
    { route: 'get-partner-customer-history' },
    { route: 'import-partner-customers', saves: { import_id: 'import.id' } },
    { route: 'get-partner-customer-import' },
  ],
};

const instances: Folder = {
  name: 'instances',
  description:
    'Routes about instances. A line is connected by a person, who opens `session.url` of `create-customer-instance`. ' +
    'Until then the routes that use the connected line answer 404 or 409.',
  steps: [
    { route: 'create-customer-instance', changes: { instance_key: fresh }, saves: { instance_id: 'instance.id' } },
    { route: 'create-connect-session' },
    { route: 'list-partner-instances', changes: { status: undefined } },
    {
      route: 'search-partner-instances',
      changes: { search: undefined, status: undefined, platform_waba_id: undefined, customer_id: '{{customer_id}}' },
    },
    {
      route: 'get-partner-instance',
      saves: {
        platform_phone_number_id: 'instance.platform_phone_number_id',
        platform_waba_id: 'instance.platform_waba_id',
      },
    },
    { route: 'update-partner-instance-label' },
    { route: 'refresh-partner-instance-platform' },
    { route: 'reveal-partner-instance-platform-token' },
    otherCustomer('upsert-partner-customer: the new customer of the instance'),
    { route: 'move-partner-instance-to-customer' },
    // The logo of the example does not exist.
    { route: 'update-partner-connect-page', changes: { logo_url: undefined } },
    { route: 'get-partner-connect-page' },
  ],
};

const webhook: Folder = {
  name: 'webhook',
  description:
    'Routes about the webhook endpoint and its events. `update-partner-webhook-endpoint` replaces the endpoint of the ' +
    'partner, and `rotate-partner-webhook-secret` its signing secret, at most once in 24 hours.',
  steps: [
    { route: 'validate-partner-webhook-endpoint' },
    { route: 'update-partner-webhook-endpoint', saves: { migration_id: 'migration.id' } },
    { route: 'get-partner-webhook-endpoint' },
    { route: 'get-partner-webhook-migration' },
    { route: 'retry-partner-webhook-migration' },
    // With the customer, because a list without one shows a change only after some seconds.
    {
      route: 'list-partner-webhook-events',
      changes: { customer_id: '{{customer_id}}', status: undefined },
      saves: { event_id: 'items.0.id' },
    },
    { route: 'get-partner-webhook-event', changes: { customer_id: '{{customer_id}}' } },
    { route: 'resend-partner-webhook-events', saves: { resend_id: 'resend.id' } },
    { route: 'get-partner-webhook-resend' },
    { route: 'rotate-partner-webhook-secret' },
    { route: 'send-partner-webhook-test-event' },
  ],
};

const templates: Folder = {
  name: 'templates',
  description: 'Routes about templates. They answer 404 or 409 until a line is connected.',
  steps: [
    { route: 'refresh-partner-platform-templates', saves: { sync_id: 'sync.id' } },
    { route: 'get-partner-platform-template-sync' },
    { route: 'list-partner-platform-templates' },
    { route: 'get-partner-platform-template' },
    { route: 'list-partner-business-accounts' },
  ],
};

/** Reports are refused when they are older than 90 days. */
const now = { occurred_at: undefined };
const ofLine = { phone_number_id: '{{platform_phone_number_id}}', message_id: fresh };

const delivery: Folder = {
  name: 'delivery',
  description: 'Routes about delivery. A report of a message needs a connected line, else it answers 404.',
  steps: [
    { route: 'report-partner-message-status', changes: now },
    { route: 'report-partner-message-delivery-failure', changes: now },
    { route: 'report-partner-message-statuses', changes: { reports: [{ ...ofLine, status: 'sent' }] } },
    {
      route: 'search-partner-delivery-events',
      changes: { status: undefined, error_code: undefined, message_id: undefined },
    },
    { route: 'get-partner-delivery-health' },
    { route: 'get-partner-usage' },
  ],
};

const notifications: Folder = {
  name: 'notifications',
  description: 'Routes about notifications. Only members may call them, so they use `member_token`.',
  steps: [
    { route: 'list-partner-notifications', saves: { notification_id: 'items.0.id' } },
    { route: 'mark-partner-notification-read' },
    { route: 'mark-all-partner-notifications-read' },
    { route: 'update-partner-notification-preferences' },
    { route: 'get-partner-notification-preferences' },
  ],
};

/** An invitation of a person who has a sign-in already, and what that person does then. */
const byInvited = (...routes: readonly string[]): readonly Step[] => [
  {
    route: 'invite-partner-member',
    name: `invite-partner-member: before ${routes[0]}`,
    changes: { email: '{{invitee_email}}' },
  },
  ...routes.map((route) => ({ route, changes: { partner_id: '{{own_partner_id}}' }, token: 'invitee_token' })),
];

const team: Folder = {
  name: 'team',
  description:
    'Routes about the team and its keys. Only members may call them, so they use `member_token`, of an owner or admin. ' +
    '`invitee_token` is the token of a person of another partner, whose address is `invitee_email`. ' +
    'While two keys are active, `issue-partner-api-key` answers 409.',
  steps: [
    { route: 'get-partner-member', saves: { own_partner_id: 'partner.partner_id' } },
    {
      route: 'invite-partner-member',
      changes: { email: `${fresh}@partner.example` },
      saves: { member_id: 'member.id' },
    },
    { route: 'list-partner-members' },
    { route: 'update-partner-member' },
    { route: 'remove-partner-member' },
    ...byInvited('accept-partner-invitation', 'leave-partner'),
    ...byInvited('decline-partner-invitation'),
    { route: 'list-partner-api-keys' },
    { route: 'issue-partner-api-key', changes: { expires_at: null }, saves: { key_id: 'key.id' } },
    { route: 'revoke-partner-api-key' },
  ],
};

const end: Folder = {
  name: 'end',
  description: 'Deactivates the instance, which the folders above use.',
  steps: [{ route: 'deactivate-partner-instance' }],
};

/** The requests in an order in which every id exists before it is used. */
export const folders: readonly Folder[] = [
  customers,
  instances,
  webhook,
  templates,
  delivery,
  notifications,
  team,
  end,
];

import type { Query } from './released-table.ts';

/** The names of records that the queries need. */
export const names = [
  ...['partner', 'month', 'since', 'until'],
  ...['customer', 'external', 'target', 'merged', 'inactive', 'erased', 'erasing', 'changed'],
  ...['import', 'waiting_import', 'instance', 'instance_key', 'moved', 'inactive_instance', 'awaiting_instance'],
  ...['migration', 'resend', 'waba', 'template', 'template_name', 'template_instance', 'sync', 'message'],
  ...['delivered_event', 'waiting_event', 'undelivered_event'],
] as const;
export type Names = Readonly<Record<(typeof names)[number], string>>;

type Given = Readonly<Record<string, string>>;

/** Queries of a route with different parameters. */
const each = (route: string, ...some: readonly Given[]): readonly Query[] =>
  some.map((given) => ({ route, as: 'key', given: { ...given } }));

const ofMember = (route: string, ...some: readonly Given[]): readonly Query[] =>
  some.map((given) => ({ route, as: 'member', given: { ...given } }));

const operator = (command: string, ...some: readonly Given[]): readonly Query[] =>
  some.map((input) => ({ command, input: { ...input } }));

const withEach = (name: string, values: readonly string[]): readonly Given[] =>
  values.map((value) => ({ [name]: value }));

/** The first rows and the total. */
const short = (some: readonly Given[]): readonly Given[] => some.map((given) => ({ ...given, page_size: '3' }));

const ofCustomers = (it: Names): readonly Query[] => {
  const others = [it.target, it.merged, it.inactive, it.erased, it.erasing, it.changed];
  return [
    ...each(
      'list-partner-customers',
      ...[
        { page: '2', page_size: '5' },
        { include_merged: 'true', include_erased: 'true' },
        { cursor: '', updated_since: it.since, page_size: '5' },
      ],
      ...short(withEach('status', ['active', 'inactive', 'merged', 'erasing', 'erased'])),
      ...short(withEach('search', ['müller', 'anna', '+49'])),
    ),
    ...each(
      'get-partner-customer',
      ...withEach('customer_id', others),
      ...[{ external_customer_id: it.external }, { partner_customer_id: it.inactive }],
      // With an instance at risk.
      { external_customer_id: 'C-1' },
    ),
    ...each(
      'get-partner-customer-history',
      ...withEach('customer_id', [it.customer, ...others]),
      { external_customer_id: it.external, page: '2', page_size: '2' },
      { partner_customer_id: it.target },
    ),
    ...each('get-partner-merge', { source_customer_id: it.merged }),
    ...each(
      'get-partner-customer-import',
      ...[{ import_id: it.import }, { import_id: it.import, page: '2', page_size: '1' }],
      { import_id: it.waiting_import },
    ),
  ];
};

const ofInstances = (it: Names): readonly Query[] => [
  ...each(
    'list-partner-instances',
    ...[{}, { page: '2', page_size: '3' }],
    ...short(withEach('status', ['connected', 'awaiting_connection', 'inactive'])),
    ...short([{ customer_id: it.customer }, { external_customer_id: it.external }, { partner_customer_id: it.target }]),
    ...[{ cursor: '', updated_since: it.since }, { platform_phone_number_id: '1' }],
  ),
  ...each(
    'search-partner-instances',
    ...[{ search: 'line' }, { status: 'connected', page: '1', page_size: '2' }],
    ...[{ platform_waba_id: it.waba }, { waba_id: it.waba }, { customer_id: it.customer, search: 'line' }],
    ...[{ external_customer_id: it.external }, { partner_customer_id: it.target }, { platform_phone_number_id: '1' }],
    { cursor: '', updated_since: it.since },
  ),
  ...each(
    'get-partner-instance',
    ...withEach('instance_id', [it.instance, it.moved, it.inactive_instance, it.awaiting_instance]),
    ...[{ instance_key: it.instance_key }, { partner_instance_id: it.moved }, { platform_phone_number_id: '1' }],
  ),
  ...each('get-partner-connect-page', {}),
];

const ofTheEndpoint = (it: Names): readonly Query[] => [
  ...each('get-partner-webhook-endpoint', {}),
  ...each('get-partner-webhook-migration', {}, { migration_id: it.migration, page: '1', page_size: '1' }),
  ...each(
    'list-partner-webhook-events',
    ...[{}, { page: '2', page_size: '5' }],
    ...short(withEach('status', ['waiting', 'delivered', 'undelivered'])),
    ...short(withEach('type', ['service.partner.customer.updated'])),
    ...[{ customer_id: it.changed }, { partner_customer_id: it.changed, status: 'waiting' }],
    { date_from: it.since, date_to: it.until, page_size: '5' },
    ...[{ cursor: '', page_size: '5' }, { external_customer_id: it.external }, { platform_phone_number_id: '1' }],
  ),
  ...each(
    'get-partner-webhook-event',
    ...withEach('event_id', [it.delivered_event, it.waiting_event, it.undelivered_event]),
    { event_id: it.waiting_event, customer_id: it.changed },
    { event_id: it.waiting_event, partner_customer_id: it.changed },
    { event_id: it.waiting_event, external_customer_id: it.external },
  ),
  // A released table keeps no name of a test event: the answer is that there is none.
  ...each('get-partner-webhook-test-event', { event_id: it.delivered_event }),
  ...each('get-partner-webhook-event-types', {}),
  ...each('get-partner-platform-callbacks', {}),
  ...each('get-partner-webhook-resend', {}, { resend_id: it.resend }),
];

const ofTemplates = (it: Names): readonly Query[] => [
  ...each(
    'list-partner-platform-templates',
    ...[{ waba_id: it.waba }, { platform_waba_id: it.waba, page: '2', page_size: '2' }],
    ...[{ instance_id: it.template_instance }, { waba_id: it.waba, status: 'APPROVED' }],
    { partner_instance_id: it.template_instance },
    ...[
      { waba_id: it.waba, template_id: it.template },
      { waba_id: it.waba, template_name: it.template_name, language: 'en' },
    ],
  ),
  ...each(
    'get-partner-platform-template',
    ...[{ waba_id: it.waba, template_id: it.template }],
    ...[{ platform_waba_id: it.waba, template_name: it.template_name, language: 'en' }],
    { instance_id: it.template_instance, template_id: it.template },
    { partner_instance_id: it.template_instance, template_id: it.template },
  ),
  ...each(
    'get-partner-platform-template-sync',
    ...[{ waba_id: it.waba }, { platform_waba_id: it.waba, sync_id: it.sync }, { instance_id: it.template_instance }],
    { partner_instance_id: it.template_instance },
  ),
  ...each(
    'list-partner-template-names',
    ...[{}, { page_size: '1', cursor: '', search: 'a' }, { template_name: it.template_name }],
  ),
  ...each('list-partner-business-accounts', {}, { page: '1', page_size: '1' }, { troubled: 'true' }),
];

const ofDelivery = (it: Names): readonly Query[] => [
  ...each(
    'search-partner-delivery-events',
    ...[
      { page: '2', page_size: '5' },
      { date_from: it.since, date_to: it.until, page_size: '20' },
    ],
    ...short(withEach('status', ['sent', 'delivered', 'read', 'failed'])),
    ...short([{ error_code: '131026' }, { message_id: it.message }]),
    ...[{ cursor: '', page_size: '5' }, { external_customer_id: it.external }, { platform_phone_number_id: '1' }],
    ...short([{ customer_id: it.customer, date_from: it.since }, { partner_customer_id: it.target }]),
    ...short([{ instance_id: it.instance, date_from: it.since }, { partner_instance_id: it.moved }]),
  ),
  ...each(
    'get-partner-delivery-health',
    ...[{}, { window_hours: '720' }],
    ...[{ customer_id: it.customer }, { partner_customer_id: it.target, window_hours: '720' }],
    ...[{ instance_id: it.instance, window_hours: '720' }, { partner_instance_id: it.moved }],
    ...[{ external_customer_id: it.external, window_hours: '720' }, { platform_phone_number_id: '1' }],
  ),
  ...each(
    'get-partner-usage',
    ...[{}, { date_from: it.since, date_to: it.until }, { date_from: it.since, granularity: 'month' }],
    ...[{ customer_id: it.customer, date_from: it.since }, { external_customer_id: it.external }],
    { partner_customer_id: it.target, date_from: it.since },
  ),
];

const ofTheTeam = (it: Names): readonly Query[] => [
  ...ofMember(
    'list-partner-notifications',
    ...[{}, { page: '1', page_size: '1' }, { cursor: '' }],
    ...withEach('status', ['unread', 'read']),
    ...withEach('category', ['templates', 'platform_alerts']),
  ),
  ...ofMember('get-partner-notification-preferences', {}),
  ...ofMember('get-partner-member', { partner_id: it.partner }),
  ...ofMember('list-partner-members', {}, { page: '1', page_size: '2' }),
  ...ofMember('list-partner-api-keys', {}, { page: '1', page_size: '1' }),
  ...ofMember('list-partner-audit-entries', {}, { page: '1', page_size: '1' }, { cursor: '' }),
];

/** Those that read what no route shows. */
const ofTheOperator = (it: Names): readonly Query[] => {
  const partner = { partner_id: it.partner };
  return [
    ...operator('audit list', { since: it.since }),
    ...operator('partners list', {}),
    ...operator('partners show', partner),
    ...operator('keys list', partner),
    ...operator('publishable-keys list', {}),
    ...operator('members list', partner),
    ...operator('events list', partner, { ...partner, customer_id: it.changed }),
    ...operator('customers merged', { ...partner, customer_id: it.target }),
    ...operator(
      'customers erasure',
      ...withEach('customer_id', [it.erased, it.erasing]).map((one) => ({ ...partner, ...one })),
    ),
    ...operator('customers import-progress', { ...partner, import_id: it.import }),
    ...operator('instances show', { ...partner, instance_id: it.instance }),
    ...operator('usage export', { month: it.month }),
    ...operator('limits', partner),
  ];
};

/** What is asked of a table when it is released. A released table keeps its queries. */
export const queriesOf = (it: Names): readonly Query[] => [
  // The audit trail first: some commands of the operator add to it.
  ...ofTheOperator(it),
  ...ofCustomers(it),
  ...ofInstances(it),
  ...ofTheEndpoint(it),
  ...ofTemplates(it),
  ...ofDelivery(it),
  ...ofTheTeam(it),
  { look: 'waiting' },
  { look: 'received' },
];

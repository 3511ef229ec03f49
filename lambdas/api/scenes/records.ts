/** The records that examples of several routes have. */
export const partnerId = '01980000-0000-7000-8000-0000000000aa';
export const customerId = '01980000-0000-7000-8000-000000000001';
export const otherCustomerId = '01980000-0000-7000-8000-000000000002';
export const instanceId = '01980000-0000-7000-8000-000000000011';
const sessionId = '01980000-0000-7000-8000-000000000021';
export const requestId = '01980000-0000-7000-8000-0000000000ff';
export const at = '2026-03-01T09:30:00.000Z';
export const later = '2026-03-01T10:00:00.000Z';

export const customer = {
  customer_id: customerId,
  external_customer_id: 'crm-4711',
  customer_name: 'Café Aurora',
  customer_email: 'owner@aurora.example',
  customer_phone: '+49 30 901820',
  metadata: { plan: 'pro' },
  status: 'active',
  created_at: at,
  updated_at: at,
  deactivated_at: null,
  merged_into: null,
  instance_count: 1,
};

export const otherCustomer = {
  ...customer,
  customer_id: otherCustomerId,
  external_customer_id: 'crm-4712',
  customer_name: 'Aurora Catering',
};

export const instanceListItem = {
  id: instanceId,
  instance_key: 'aurora-main',
  status: 'connected',
  platform_phone_number_id: '106540352242922',
  platform_waba_id: '102290129340398',
  occupies_slot: true,
  slot_state: 'occupied',
};

export const session = {
  id: sessionId,
  instance_id: instanceId,
  mode: 'connect',
  status: 'completed',
  expires_at: '2026-03-02T09:30:00.000Z',
  error: null,
};

export const newSession = {
  ...session,
  status: 'open',
  url: 'https://api.partner.example/connect/4fYx0ZkqVbA2',
};

export const risk = { level: 'ok', reasons: [], platform_errors: [], checked_at: at };

const detail = {
  ...instanceListItem,
  instance_name: 'Front desk',
  partner_customer_id: customerId,
  metadata: { queue: 'front-desk' },
  display_phone_number: '+49 30 901820',
  verified_name: 'Café Aurora',
  name_status: 'APPROVED',
  username: 'cafe.aurora',
  quality_rating: 'GREEN',
  messaging_limit: 'TIER_1K',
  throughput_level: 'STANDARD',
  platform_status: 'CONNECTED',
  platform_notes: [],
  coexistence: false,
  callback: { state: 'active', verified_at: at, last_error: null },
  connection: { connected_at: at, token_expires_at: null, last_error: null },
  risk,
  created_at: at,
  updated_at: later,
};

export const instance = { ...detail, session: { ...session, awaits: null } };

/** An instance as a search shows it. */
export const foundInstance = { ...detail, customer_name: 'Café Aurora' };

/** An instance that waits to be connected. */
export const newInstance = {
  ...instance,
  status: 'awaiting_connection',
  platform_phone_number_id: null,
  platform_waba_id: null,
  slot_state: 'reserved',
  display_phone_number: null,
  verified_name: null,
  name_status: null,
  username: null,
  quality_rating: null,
  messaging_limit: null,
  throughput_level: null,
  platform_status: null,
  callback: { state: 'none', verified_at: null, last_error: null },
  connection: { connected_at: null, token_expires_at: null, last_error: null },
  session: { ...instance.session, status: 'open' },
  risk: { level: 'unknown', reasons: [], platform_errors: [], checked_at: null },
  updated_at: at,
};

export const historyEntry = {
  id: '01980000-0000-7000-8000-000000000031',
  event: 'customer_updated',
  origin: 'api',
  actor: { type: 'partner_key', id: 'k7Qm2x' },
  changed_fields: ['customer_phone'],
  previous: { customer_phone: null },
  new: { customer_phone: '+49 30 901820' },
  reason: 'Called in',
  related: {},
  request_id: requestId,
  created_at: at,
};

export const pageOf = (item: unknown) => ({ items: [item], total: 1, page: 1, page_size: 50, pages: 1 });

export const newCustomer = {
  external_customer_id: 'crm-4711',
  customer_name: 'Café Aurora',
  customer_email: 'owner@aurora.example',
  customer_phone: '+49 30 901820',
  metadata: { plan: 'pro' },
};

export const customerImport = {
  id: '01980000-0000-7000-8000-000000000091',
  status: 'running',
  total: 2,
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  started_at: at,
  finished_at: null,
};

export const phoneNumberId = instanceListItem.platform_phone_number_id;

export const reportId = '01980000-0000-7000-8000-000000000071';

export const messageId = 'wamid.HBgLNDkzMDkwMTgyMA';

export const connectPage = {
  display_name: 'Aurora Messaging',
  logo_url: 'https://partner.example/logo.png',
  color: '#1a73e8',
  privacy_url: 'https://partner.example/privacy',
};

export const notification = {
  id: '01980000-0000-7000-8000-000000000091',
  kind: 'instance_reconnect_required',
  facts: {},
  category: 'platform_alerts',
  severity: 'critical',
  title: 'An instance needs to be connected again',
  body: 'The platform no longer lets the service act for it. Create a connect session with mode reconnect.',
  entity: { type: 'instance', id: instanceId },
  created_at: at,
  read_at: null,
};

export const member = {
  id: '01980000-0000-7000-8000-0000000000b1',
  email: 'jo@partner.example',
  role: 'developer',
  status: 'active',
  created_at: at,
};

export const invitation = { partner_id: partnerId, name: 'Aurora Software', role: 'viewer', invited_at: at };

export const partnerKey = {
  id: 'k7Qm2xV9pL3a',
  status: 'active',
  scopes: ['customers.read', 'customers.write'],
  created_at: at,
  expires_at: '2026-09-01T00:00:00.000Z',
  revoked_at: null,
  last_used_day: null,
  label: 'Nightly import',
  issued_by: member.id,
};

export const auditEntry = {
  at,
  actor: { type: 'member', id: member.id },
  action: 'key_issued',
  subject: { key_id: partnerKey.id, scopes: 'customers.read customers.write', expires_at: partnerKey.expires_at },
  request_id: requestId,
};

export const wabaId = instanceListItem.platform_waba_id;

export const template = {
  template_id: '1689556908129832',
  platform_waba_id: wabaId,
  name: 'order_confirmation',
  language: 'en_US',
  category: 'UTILITY',
  status: 'APPROVED',
  quality_score: 'GREEN',
  rejected_reason: null,
  rejection_info: null,
  disable_date: null,
  other_info: null,
  category_change: { category: 'MARKETING', at: later },
  correct_category: null,
  parameter_format: 'POSITIONAL',
  sub_category: null,
  previous_category: null,
  message_send_ttl_seconds: 43_200,
  library_template_name: null,
  components: [{ type: 'BODY', text: 'Your order {{1}} is confirmed.' }],
  last_synced_at: at,
};

export const syncId = '01980000-0000-7000-8000-000000000061';

export const templateSync = {
  id: syncId,
  waba_id: wabaId,
  trigger: 'request',
  status: 'queued',
  fetched: 0,
  created: 0,
  updated: 0,
  removed: 0,
  pages: 0,
  started_at: at,
  finished_at: null,
  next_allowed_at: '2026-03-01T09:40:00.000Z',
  error: null,
};

export const succeededSync = {
  ...templateSync,
  status: 'succeeded',
  fetched: 12,
  created: 1,
  updated: 2,
  pages: 1,
  finished_at: later,
};

const endpointUrl = 'https://hooks.partner.example/messaging';

export const endpoint = {
  id: '01980000-0000-7000-8000-000000000041',
  name: 'Primary',
  url: endpointUrl,
  enabled: true,
  is_primary: true,
  platform_verify_token_configured: true,
};

export const migrationId = '01980000-0000-7000-8000-000000000051';

export const migration = {
  id: migrationId,
  status: 'running',
  total: 1,
  done: 0,
  failed: 0,
  items: [{ instance_id: instanceId, status: 'pending', attempts: 0, error_code: null }],
  reason: 'New data centre',
  requested_by: { type: 'partner_key', id: 'k7Qm2x' },
  started_at: at,
  finished_at: null,
};

export const completedMigration = {
  ...migration,
  status: 'completed',
  done: 1,
  items: [{ instance_id: instanceId, status: 'done', attempts: 1, error_code: null }],
  finished_at: later,
};

export const endpointCandidate = {
  webhook_url: endpointUrl,
  platform_verify_token: 'what-the-endpoint-expects',
  reason: 'New data centre',
};

export const resend = {
  id: '01980000-0000-7000-8000-000000000053',
  status: 'running',
  total: 500,
  done: 0,
  started_at: at,
  finished_at: null,
};

export const testEventId = '01980000-0000-7000-8000-000000000082';

export const listedEvent = {
  id: '01980000-0000-7000-8000-000000000061',
  type: 'service.partner.customer.updated',
  customer_id: customerId,
  sequence: 7,
  status: 'delivered',
  attempts: 2,
  next_attempt_at: null,
  last_error: { code: 'http_503', message: 'The endpoint answered with status 503.', at },
  created_at: at,
  delivered_at: later,
};

export const chosenEventTypes = [
  'service.partner.instance.connected',
  'service.partner.instance.reconnect_required',
] as const;

export const testEvent = {
  id: testEventId,
  type: 'service.ping',
  created_at: at,
  body: `{"id":"${testEventId}","type":"service.ping","api_version":"1.1.0","timestamp":"${at}","partner_id":"${partnerId}","environment":"staging","test":true,"data":{}}`,
};

/** The records of the examples: a customer, its instance and their history. */
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

export const risk = { level: 'ok', reasons: [], checked_at: at };

const detail = {
  ...instanceListItem,
  instance_name: 'Front desk',
  partner_customer_id: customerId,
  metadata: { queue: 'front-desk' },
  display_phone_number: '+49 30 901820',
  verified_name: 'Café Aurora',
  name_status: 'APPROVED',
  quality_rating: 'GREEN',
  messaging_limit: 'TIER_1K',
  throughput_level: 'STANDARD',
  platform_status: 'CONNECTED',
  coexistence: false,
  callback: { state: 'active', verified_at: at, last_error: null },
  connection: { connected_at: at, token_expires_at: null, last_error: null },
  risk,
  created_at: at,
  updated_at: later,
};

export const instance = { ...detail, session };

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
  quality_rating: null,
  messaging_limit: null,
  throughput_level: null,
  platform_status: null,
  callback: { state: 'none', verified_at: null, last_error: null },
  connection: { connected_at: null, token_expires_at: null, last_error: null },
  session: { ...session, status: 'open' },
  risk: { level: 'unknown', reasons: [], checked_at: null },
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

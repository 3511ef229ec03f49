import { selectFields } from './fields.ts';
import { PlatformError, invalidParameter } from './errors.ts';
import { pageOf } from './paging.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import { digits, freshId, numbersOf } from './state.ts';
import type { PhoneNumber, State, Waba } from './state.ts';

const REGISTRATIONS = 10;
const REGISTRATION_WINDOW_MS = 72 * 3_600_000;

const DEFAULT_FIELDS = [
  'verified_name',
  'code_verification_status',
  'display_phone_number',
  'quality_rating',
  'platform_type',
  'throughput',
  'last_onboarded_time',
  'webhook_configuration',
];

/** A number after a sign-up: verified, but not registered yet, so it can't send. */
export function freshNumber(state: State, wabaId: string): PhoneNumber {
  return {
    id: freshId(state),
    wabaId,
    registered: false,
    registrations: [],
    onboardedAt: 0,
    overrideCallbackUri: null,
    fields: {
      verified_name: `Business ${digits(4)}`,
      display_phone_number: freshDisplayNumber(state),
      quality_rating: 'GREEN',
      status: 'PENDING',
      name_status: 'APPROVED',
      code_verification_status: 'VERIFIED',
      throughput: { level: 'STANDARD' },
      messaging_limit_tier: 'TIER_250',
      whatsapp_business_manager_messaging_limit: 'TIER_250',
      platform_type: 'CLOUD_API',
      account_mode: 'LIVE',
      is_official_business_account: false,
    },
  };
}

function freshDisplayNumber(state: State): string {
  const taken = new Set([...state.numbers.values()].map((number) => number.fields['display_phone_number']));
  for (;;) {
    const display = `+1 555-${digits(3)}-${digits(4)}`;
    if (!taken.has(display)) return display;
  }
}

/** `GET /{waba}/phone_numbers`: the number of the latest sign-up comes first. */
export function listNumbers(simulator: Simulator, call: GraphCall, waba: Waba): unknown {
  const numbers = numbersOf(simulator.storage.state, waba.id).sort(
    (left, right) => right.onboardedAt - left.onboardedAt,
  );
  const places = new Map(numbers.map((number, place) => [number, place]));
  const { items, paging } = pageOf(simulator, call, numbers, (number) => places.get(number) ?? 0);
  return { data: items.map((number) => readNumber(simulator, call, number)), ...(paging ? { paging } : {}) };
}

/** `GET /{phone}?fields=…` */
export function readNumber(simulator: Simulator, call: GraphCall, number: PhoneNumber): Record<string, unknown> {
  return selectFields(call, 'WhatsAppBusinessPhoneNumber', fieldsOf(simulator, number), DEFAULT_FIELDS);
}

/** Every field of a number that the platform returns. */
export function fieldsOf(simulator: Simulator, number: PhoneNumber): ReadonlyMap<string, () => unknown> {
  return new Map<string, () => unknown>([
    ['id', () => number.id],
    ['last_onboarded_time', () => new Date(number.onboardedAt).toISOString().replace(/\.\d+Z$/, '+0000')],
    ['webhook_configuration', () => webhookConfigurationOf(simulator, number)],
    ['health_status', () => healthOf(number)],
    ...Object.entries(number.fields).map(([name, value]): [string, () => unknown] => [name, () => value]),
  ]);
}

/** The callback URL at each level. The number's takes precedence over the business account's, and that over the app's. */
function webhookConfigurationOf({ storage, callbackUrl }: Simulator, number: PhoneNumber): Record<string, string> {
  const waba = storage.state.wabas.get(number.wabaId)?.overrideCallbackUri ?? undefined;
  const application = callbackUrl();
  return {
    ...(number.overrideCallbackUri === null ? {} : { phone_number: number.overrideCallbackUri }),
    ...(waba === undefined ? {} : { whatsapp_business_account: waba }),
    ...(application === undefined ? {} : { application }),
  };
}

function healthOf(number: PhoneNumber): unknown {
  const able = ability(number.fields['status']);
  return {
    can_send_message: able,
    entities: [
      { entity_type: 'PHONE_NUMBER', id: number.id, can_send_message: able },
      { entity_type: 'WABA', id: number.wabaId, can_send_message: 'AVAILABLE' },
    ],
  };
}

function ability(status: unknown): string {
  if (status === 'CONNECTED') return 'AVAILABLE';
  return status === 'FLAGGED' || status === 'RESTRICTED' || status === 'RATE_LIMITED' ? 'LIMITED' : 'BLOCKED';
}

/** `POST /{phone}/register {messaging_product, pin}`: at most ten times within 72 hours. */
export function registerNumber({ storage, now }: Simulator, call: GraphCall, number: PhoneNumber): unknown {
  number.registrations = number.registrations.filter((at) => at > now() - REGISTRATION_WINDOW_MS);
  if (number.registrations.length >= REGISTRATIONS) {
    throw new PlatformError(400, {
      code: 133016,
      message: '(#133016) Account register deregister rate limit exceeded',
      details: 'Registration or deregistration failed because there were too many attempts for this phone number',
    });
  }
  if (textOf(call, 'messaging_product') !== 'whatsapp') {
    throw invalidParameter('The parameter messaging_product is required.');
  }
  if (!/^\d{6}$/.test(textOf(call, 'pin') ?? '')) throw invalidParameter('The parameter pin must have six digits.');
  number.registrations.push(now());
  number.registered = true;
  if (number.fields['status'] === 'PENDING') number.fields['status'] = 'CONNECTED';
  storage.changed();
  return { success: true };
}

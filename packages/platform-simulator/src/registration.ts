import { PlatformError, invalidParameter, messagingError } from './errors.ts';
import { isOnBusinessApp } from './number-fields.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import type { PhoneNumber } from './state.ts';
import { checkPin, pinOf } from './two-step.ts';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/registration */
const CALLS = 10;
const WINDOW_MS = 72 * 3_600_000;
const DELETION_MS = 5 * 60_000;

const REGIONS = new Set(['AU', 'ID', 'IN', 'JP', 'SG', 'KR', 'DE', 'CH', 'GB', 'BR', 'BH', 'ZA', 'AE', 'CA']);

/** `POST /{phone}/register {messaging_product, pin, data_localization_region?}`. A number that is registered stays as it is. */
export function registerNumber({ storage, now }: Simulator, call: GraphCall, number: PhoneNumber): unknown {
  spendCall(number, now());
  if (isOnBusinessApp(number)) {
    throw new PlatformError(400, {
      code: 100,
      message: 'Register endpoint is not available for API solution for SMB businesses.',
    });
  }
  if (textOf(call, 'messaging_product') !== 'whatsapp') {
    throw invalidParameter('The parameter messaging_product is required.');
  }
  const pin = pinOf(call);
  const region = textOf(call, 'data_localization_region');
  if (region !== undefined && !REGIONS.has(region)) {
    throw invalidParameter('Param data_localization_region must be a country that the platform supports.');
  }
  if (!number.registered) {
    checkHindrance(number, now());
    checkPin(number, pin, now());
    number.registered = true;
    number.fields['status'] = statusAfter(number.fields['status']);
    number.dataLocalizationRegion = region ?? null;
  }
  storage.changed();
  return { success: true };
}

/** `POST /{phone}/deregister`: the number keeps its PIN. */
export function deregisterNumber({ storage, now }: Simulator, _call: GraphCall, number: PhoneNumber): unknown {
  spendCall(number, now());
  if (isOnBusinessApp(number)) {
    throw new PlatformError(400, {
      code: 100,
      message: 'Deregister endpoint is not available for API solution for SMB businesses.',
    });
  }
  if (!number.registered && number.hindrance?.kind !== 'deregistration_incomplete') {
    throw new PlatformError(400, {
      code: 100,
      subcode: 2207051,
      message: 'Phone number not registered on the WhatsApp Business Platform.',
    });
  }
  number.registered = false;
  number.hindrance = null;
  number.fields['status'] = 'DISCONNECTED';
  storage.changed();
  return { success: true };
}

/** `GET /{phone}/settings`: calls, which are off, and where the number's data are stored. */
export function readSettings(_simulator: Simulator, _call: GraphCall, number: PhoneNumber): unknown {
  const region = number.dataLocalizationRegion;
  return {
    calling: {
      status: 'disabled',
      call_icon_visibility: 'hidden',
      ip_addresses: { default: [] },
      callback_permission_status: 'disabled',
    },
    storage_configuration:
      region === null
        ? { status: 'default' }
        : { status: 'in_country_storage_enabled', data_localization_region: region.toLowerCase() },
  };
}

/** Ten calls of both kinds within 72 hours; the one after locks both for 72 hours. */
function spendCall(number: PhoneNumber, now: number): void {
  number.registrations = number.registrations.filter((at) => at > now - WINDOW_MS);
  if (number.registrations.length >= CALLS && number.registrationsLockedUntil <= now) {
    number.registrationsLockedUntil = now + WINDOW_MS;
    number.registrations = [];
  }
  if (number.registrationsLockedUntil > now) {
    throw messagingError(
      133016,
      'Account register / deregister rate limit exceeded',
      'Registration or deregistration failed because there were too many attempts for this phone number.',
    );
  }
  number.registrations.push(now);
}

function checkHindrance(number: PhoneNumber, now: number): void {
  if (number.fields['code_verification_status'] !== 'VERIFIED') {
    throw messagingError(133006, 'Phone number re-verification needed', 'Phone number needs to be verified.');
  }
  const { hindrance } = number;
  switch (hindrance?.kind) {
    case 'recently_deleted':
      if (hindrance.since + DELETION_MS <= now) return;
      throw messagingError(
        133015,
        'Please wait a few minutes before attempting to register this phone number',
        'The phone number was recently deleted. Wait 5 minutes and register it again.',
      );
    case 'deregistration_incomplete':
      throw messagingError(133000, 'Incomplete Deregistration', 'Deregister the number again before registering.');
    // https://github.com/chatwoot/chatwoot/issues/12556
    case 'name_in_review':
      throw new PlatformError(400, { code: 100, subcode: 2388001, message: 'Cannot Create Certificate' });
    case undefined:
      return;
  }
}

function statusAfter(status: unknown): unknown {
  return status === 'PENDING' || status === 'DISCONNECTED' || status === 'UNVERIFIED' ? 'CONNECTED' : status;
}

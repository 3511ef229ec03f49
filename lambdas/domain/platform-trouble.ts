import type { HealthError } from './instance.ts';

/**
 * What an error of the platform means for the people of a number, and who can end it: its business, the partner, or time alone.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
 */
export const troubleCures = {
  payment_missing: 'customer',
  business_not_verified: 'customer',
  account_restricted: 'customer',
  country_restricted: 'customer',
  name_not_approved: 'customer',
  number_not_verified: 'customer',
  pin_wrong: 'customer',
  synchronisation_failed: 'customer',
  number_not_registered: 'partner',
  endpoint_unreachable: 'partner',
  quality_low: 'time',
  number_deleted: 'time',
  pin_locked: 'time',
  registration_limit: 'time',
} as const satisfies Readonly<Record<string, 'customer' | 'partner' | 'time'>>;

export type PlatformTrouble = keyof typeof troubleCures;

/** By the platform's code. Those of 141xxx are of health: they are in its documents and in reports of its users. */
export const troubleOfCode: ReadonlyMap<number | undefined, PlatformTrouble> = new Map<number, PlatformTrouble>([
  [368, 'account_restricted'],
  // The handshake of the partner's endpoint.
  [2200, 'endpoint_unreachable'],
  [2201, 'endpoint_unreachable'],
  [130497, 'country_restricted'],
  [131031, 'account_restricted'],
  [131037, 'name_not_approved'],
  [131042, 'payment_missing'],
  [131045, 'number_not_registered'],
  [131048, 'quality_low'],
  [131064, 'quality_low'],
  [133005, 'pin_wrong'],
  [133006, 'number_not_verified'],
  [133008, 'pin_locked'],
  [133009, 'pin_locked'],
  [133010, 'number_not_registered'],
  [133015, 'number_deleted'],
  [133016, 'registration_limit'],
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/support/health-status
  [141006, 'payment_missing'],
  [141010, 'business_not_verified'],
  [2593107, 'synchronisation_failed'],
  [2593108, 'synchronisation_failed'],
]);

/** What is known of errors, each trouble once. */
export const troublesOf = (errors: readonly HealthError[]): readonly PlatformTrouble[] =>
  Array.from(new Set(errors.flatMap(({ code }) => troubleOfCode.get(code) ?? [])));

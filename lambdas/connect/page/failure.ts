import { troubleOfCode, type PlatformTrouble } from '../../domain/platform-trouble.ts';

/** Why a session failed, or a number can't send, as far as it makes a difference to the end customer. */
export type Failure =
  | PlatformTrouble
  | 'reconnect_mismatch'
  | 'number_taken'
  | 'number_missing'
  | 'pin_missing'
  | 'choice_missing'
  | 'waba_not_shared'
  | 'access_withdrawn'
  | 'webhook_endpoint_missing'
  | 'platform_unavailable'
  | 'other';

const byCode: ReadonlyMap<string, Failure> = new Map<string, Failure>([
  ['reconnect_mismatch', 'reconnect_mismatch'],
  ['number_taken', 'number_taken'],
  ['number_missing', 'number_missing'],
  ['number_not_verified', 'number_not_verified'],
  ['pin_wrong', 'pin_wrong'],
  ['pin_missing', 'pin_missing'],
  ['pin_locked', 'pin_locked'],
  ['registration_limit', 'registration_limit'],
  ['choice_missing', 'choice_missing'],
  ['waba_not_shared', 'waba_not_shared'],
  ['account_restricted', 'account_restricted'],
  ['webhook_endpoint_missing', 'webhook_endpoint_missing'],
  ['endpoint_unreachable', 'endpoint_unreachable'],
  ['interrupted', 'platform_unavailable'],
  // Of these kinds the platform's own code makes no difference.
  ['transient', 'platform_unavailable'],
  ['throttled', 'platform_unavailable'],
  ['out_of_time', 'platform_unavailable'],
  ['token_invalid', 'access_withdrawn'],
  ['permission', 'access_withdrawn'],
  ['gone', 'access_withdrawn'],
  ['account', 'account_restricted'],
]);

/** @param code of the session's error; null without one */
export const failureOf = (code: string | null): Failure => {
  if (code === null) return 'other';
  // The platform's errors are stored as `kind_code`, or as `kind` alone.
  const [, kind = code, platformCode = ''] = /^(\w+?)_(\d+)$/.exec(code) ?? [];
  if (code.startsWith('sync')) return 'synchronisation_failed';
  return byCode.get(code) ?? troubleOfCode.get(Number(platformCode)) ?? byCode.get(kind) ?? 'other';
};

import type { KeyScope } from './access.ts';
import { parseDateTime } from '../kernel/date-time.ts';
import type { Notification } from './notification.ts';
import { invalid, invalidState } from '../kernel/errors.ts';
import { day, isoOf, type Milliseconds } from '../kernel/time.ts';

export interface PartnerKey {
  readonly key_id: string;
  readonly partner_id: string;
  /** The SHA-256 of the secret in base64url. */
  readonly secret_hash: string;
  readonly scopes: readonly KeyScope[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_day: string | null;
  /** What the key is for, in its issuer's words; null without one. */
  readonly label: string | null;
  /** The id of the member who issued it, or `operator`; null when it was issued before this was recorded. */
  readonly issued_by: string | null;
}

/** The issuer of keys that the operator issues. */
export const operatorIssued = 'operator';

/** How long a key is listed after it has ended. */
const keptAfterEnd: Milliseconds = 90 * day;

/** When the record of a key is deleted; null while it has no end. */
export const keyRecordEnd = ({
  revoked_at: revoked,
  expires_at: expires,
}: Pick<PartnerKey, 'revoked_at' | 'expires_at'>): Milliseconds | null => {
  const end = revoked ?? expires;
  return end === null ? null : Date.parse(end) + keptAfterEnd;
};

/** How many days before its end owners and admins are notified of a key, in the order of urgency. */
const warnedBefore = [1, 7, 14] as const;

/** When the next notification of a key's end is due; null when none is. */
export const keyWarningAt = (
  { revoked_at: revoked, expires_at: expires }: Pick<PartnerKey, 'revoked_at' | 'expires_at'>,
  now: Milliseconds,
): Milliseconds | null => {
  if (revoked !== null || expires === null) return null;
  const times = warnedBefore.map((days) => Date.parse(expires) - days * day);
  return times.findLast((time) => time > now) ?? null;
};

/** The notification of an active key that ends soon. */
export const keyWarning = ({ key_id, expires_at }: PartnerKey, now: Milliseconds): readonly Notification[] => {
  if (expires_at === null) return [];
  const days_left = Math.ceil((Date.parse(expires_at) - now) / day);
  return [
    {
      kind: 'api_key_expires',
      facts: { key_id, days_left, expires_at },
      category: 'system',
      audience: 'admins',
      severity: days_left <= warnedBefore[0] ? 'critical' : 'warning',
      title: 'An API key expires soon',
      body: `The key ${key_id} ends in ${days_left} ${days_left === 1 ? 'day' : 'days'}, at ${expires_at}. Calls with it are refused then. Use another key before.`,
      entity: { type: 'api_key', id: key_id },
    },
  ];
};

/** So that each program of a partner can have a key of its own, and a new one is deployed before the old one ends. */
export const maxActiveKeys = 10;

/** How long a key may be valid when its end is given, in days. */
export const maxKeyDays = 365;
const longestKeyLife: Milliseconds = maxKeyDays * day;

export const keyStatuses = ['active', 'expired', 'revoked'] as const;

export const keyStatusOf = (
  { revoked_at: revoked, expires_at: expires }: PartnerKey,
  now: Milliseconds,
): (typeof keyStatuses)[number] => {
  if (revoked !== null) return 'revoked';
  return expires === null || Date.parse(expires) > now ? 'active' : 'expired';
};

export const isActiveKey = (key: PartnerKey, now: Milliseconds): boolean => keyStatusOf(key, now) === 'active';

/** The active keys that a member issued. They stay valid after the member has left. */
export const keysIssuedBy = (keys: readonly PartnerKey[], memberId: string, now: Milliseconds): readonly PartnerKey[] =>
  keys.filter((key) => key.issued_by === memberId && isActiveKey(key, now));

/** @throws ServiceError invalid_state when the partner has as many active keys as it may have */
export const requireKeyRoom = (keys: readonly PartnerKey[], now: Milliseconds): void => {
  if (keys.filter((key) => isActiveKey(key, now)).length < maxActiveKeys) return;
  throw invalidState('too_many_keys', `the partner has ${maxActiveKeys} active keys; revoke one first`);
};

/**
 * When a key ends that expires at a time as the caller gave it; null for never.
 * @throws ServiceError validation_failed
 */
export const keyEnd = (given: string | null, now: Milliseconds): string | null => {
  if (given === null) return null;
  const time = parseDateTime(given);
  if (time === null) throw invalid('expires_at', 'format', 'expires_at must be an RFC 3339 date-time with its offset');
  if (time <= now) throw invalid('expires_at', 'minimum', 'expires_at must be in the future');
  if (time > now + longestKeyLife)
    throw invalid('expires_at', 'maximum', `expires_at must be at most ${maxKeyDays} days ahead`);
  return isoOf(time);
};

import { isWell, type ExpiryWarning, type Instance } from './instance.ts';
import type { Notification } from './notification.ts';
import { day, type Milliseconds } from '../kernel/time.ts';

/** How many days before the end of a token the members are notified, in the order of urgency. */
export const warnedBefore = [1, 7, 14] as const;

const lastDay = 1;

/** The warning that is due before the instance's token expires; null when none is, or when the members were notified. */
export const expiryWarningOf = (instance: Instance, now: Milliseconds): ExpiryWarning | null => {
  const { connection } = instance;
  const { token_expires_at: expiresAt, expiry_warning: warned } = connection;
  if (expiresAt === null || !isWell(instance)) return null;
  const left = Date.parse(expiresAt) - now;
  const due = left <= 0 ? undefined : warnedBefore.find((days) => left <= days * day);
  if (due === undefined) return null;
  const isWarned = warned?.token_expires_at === expiresAt && warned.days_before <= due;
  return isWarned ? null : { token_expires_at: expiresAt, days_before: due };
};

/** `2026-12-09 10:00 UTC` */
const moment = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** Written in the commit that records the warning, so it is written once. */
export const expiryNotification = (
  instanceId: string,
  { token_expires_at: expiresAt, days_before: daysBefore }: ExpiryWarning,
  now: Milliseconds,
): Notification => {
  const left = Math.ceil((Date.parse(expiresAt) - now) / day);
  return {
    kind: 'platform_token_expires',
    facts: { days_left: left, expires_at: expiresAt },
    category: 'platform_alerts',
    severity: daysBefore <= lastDay ? 'critical' : 'warning',
    title: 'A platform token expires soon',
    body:
      `In ${left} ${left === 1 ? 'day' : 'days'}, at ${moment(expiresAt)}, the platform token of this instance expires. ` +
      'Nothing can be sent or read with it then. ' +
      'Create a connect session with mode reconnect before: the sign-up gives a new token.',
    entity: { type: 'instance', id: instanceId },
  };
};

import type { Instance } from './instance.ts';
import type { Notification } from './notification.ts';
import type { AccountAlarm } from './platform-change.ts';
import { isoOf, type Milliseconds } from './time.ts';

interface Alert extends Pick<Notification, 'severity' | 'title' | 'body'> {
  readonly what: string;
  readonly isDue: (before: Instance, after: Instance) => boolean;
}

/** Whether a value changed to one of these. */
const becomes =
  (name: 'status' | 'platform_status' | 'quality_rating', ...values: readonly string[]): Alert['isDue'] =>
  (before, after) =>
    after[name] !== before[name] && values.includes(after[name] ?? '');

const alerts: readonly Alert[] = [
  {
    what: 'reconnect',
    isDue: becomes('status', 'reconnect_required'),
    severity: 'critical',
    title: 'An instance needs to be connected again',
    body: 'The platform no longer lets the service act for it. Create a connect session with mode reconnect.',
  },
  {
    what: 'removal',
    isDue: becomes('status', 'deactivation_failed'),
    severity: 'warning',
    title: 'A callback could not be removed',
    body: 'The platform did not remove the callback of an instance, so its slot is not free yet. Deactivate the instance again.',
  },
  {
    what: 'flagged',
    isDue: becomes('platform_status', 'FLAGGED'),
    severity: 'warning',
    title: 'The platform flagged a number',
    body: 'Its quality is low. If it stays so, the platform lowers its messaging limit.',
  },
  {
    what: 'red',
    isDue: becomes('quality_rating', 'RED'),
    severity: 'warning',
    title: "A number's quality turned red",
    body: 'Many recipients block or report its messages.',
  },
  {
    what: 'restricted',
    isDue: becomes('platform_status', 'RESTRICTED', 'BANNED', 'DISABLE'),
    severity: 'critical',
    title: 'The platform restricted a number',
    body: 'The number is {status} at the platform.',
  },
];

/** A reconnection is told once a connection, any other alert once a day. */
const periodOf = ({ what }: Alert, instance: Instance): string =>
  what === 'reconnect' ? (instance.connection.connected_at ?? '') : instance.updated_at.slice(0, 10);

/** The notifications that the change of an instance causes. */
export const instanceNotifications = (before: Instance, after: Instance): readonly Notification[] =>
  alerts
    .filter(({ isDue }) => isDue(before, after))
    .map((alert) => ({
      category: 'platform_alerts',
      severity: alert.severity,
      title: alert.title,
      body: alert.body.replace('{status}', after.platform_status ?? ''),
      entity: { type: 'instance', id: after.id },
      onceKey: `${alert.what}:${after.id}:${periodOf(alert, after)}`,
    }));

const alarms: Readonly<Record<AccountAlarm, string>> = {
  ACCOUNT_RESTRICTION: 'Its instances cannot send, or only in part, until the platform lifts the restriction.',
  SCHEDULE_FOR_DISABLE: 'The platform is going to disable it. Appeal on the pages of the platform.',
  DISABLE: 'The platform disabled it: its instances cannot send.',
};

/** One notification a day and business account. */
export const accountNotification = (wabaId: string, alarm: AccountAlarm, at: Milliseconds): Notification => ({
  category: 'platform_alerts',
  severity: 'critical',
  title: 'The platform restricted a business account',
  body: alarms[alarm],
  entity: { type: 'waba', id: wabaId },
  onceKey: `account:${wabaId}:${alarm}:${isoOf(at).slice(0, 10)}`,
});

import { isWell, type Instance } from './instance.ts';
import type { Notification } from './notification.ts';

interface Alert extends Pick<Notification, 'severity' | 'title' | 'body'> {
  readonly what: string;
  readonly isDue: (before: Instance, after: Instance) => boolean;
}

/** Whether a value changed to one of these. */
const becomes =
  (
    name: 'status' | 'platform_status' | 'quality_rating' | 'account_state',
    ...values: readonly string[]
  ): Alert['isDue'] =>
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
    what: 'regained',
    isDue: ({ status }, after) => status === 'reconnect_required' && isWell(after),
    severity: 'info',
    title: 'An instance works again',
    body: 'The platform lets the service act for it again. It needs no connect session.',
  },
  {
    what: 'paused',
    isDue: becomes('account_state', 'OFFBOARDED'),
    severity: 'warning',
    title: 'A number of the business app is paused',
    body: 'Its business changed the phone or registered the app again. Sending fails until it is back in the app.',
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
    isDue: becomes('platform_status', 'RESTRICTED', 'BANNED', 'DISABLE', 'LOCKED'),
    severity: 'critical',
    title: 'The platform restricted a number',
    body: 'The number is {status} at the platform.',
  },
];

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
      // Once a day.
      onceKey: `${alert.what}:${after.id}:${after.updated_at.slice(0, 10)}`,
    }));

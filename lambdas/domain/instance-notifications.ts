import type { Instance } from './instance.ts';
import type { Notification } from './notification.ts';
import type { AccountAlarm } from './platform-change.ts';
import { isoOf, type Milliseconds } from './time.ts';

const dayOf = (instance: Instance): string => instance.updated_at.slice(0, 10);

const alert = (
  instance: Instance,
  what: string,
  notification: Omit<Notification, 'category' | 'entity' | 'onceKey'>,
): Notification => ({
  category: 'platform_alerts',
  ...notification,
  entity: { type: 'instance', id: instance.id },
  onceKey: `${what}:${instance.id}:${dayOf(instance)}`,
});

const turned = (before: Instance, after: Instance, fact: 'platform_status' | 'quality_rating', to: string): boolean =>
  after[fact] === to && before[fact] !== to;

const restricting = ['RESTRICTED', 'BANNED', 'DISABLE'];

/** What the change of a line tells the partner's members. */
export const instanceNotifications = (before: Instance, after: Instance): readonly Notification[] => [
  ...(after.status === 'reconnect_required' && before.status !== 'reconnect_required'
    ? [
        {
          ...alert(after, 'reconnect', {
            severity: 'critical',
            title: 'A line needs to be connected again',
            body: 'The platform no longer lets the service act for it. Create a connect session with mode reconnect.',
          }),
          onceKey: `reconnect:${after.id}:${after.connection.connected_at ?? ''}`,
        },
      ]
    : []),
  ...(after.status === 'deactivation_failed' && before.status !== 'deactivation_failed'
    ? [
        alert(after, 'removal', {
          severity: 'warning',
          title: 'A callback could not be removed',
          body: 'The platform did not remove the callback of a line, so its slot is not free yet. Deactivate the line again.',
        }),
      ]
    : []),
  ...(turned(before, after, 'platform_status', 'FLAGGED')
    ? [
        alert(after, 'flagged', {
          severity: 'warning',
          title: 'The platform flagged a number',
          body: 'Its quality is low. If it stays so, the platform lowers its messaging limit.',
        }),
      ]
    : []),
  ...(turned(before, after, 'quality_rating', 'RED')
    ? [
        alert(after, 'red', {
          severity: 'warning',
          title: "A number's quality turned red",
          body: 'Many recipients block or report its messages.',
        }),
      ]
    : []),
  ...(restricting.some((status) => turned(before, after, 'platform_status', status))
    ? [
        alert(after, 'restricted', {
          severity: 'critical',
          title: 'The platform restricted a number',
          body: `The number is ${after.platform_status ?? ''} at the platform.`,
        }),
      ]
    : []),
];

const alarms: Readonly<Record<AccountAlarm, string>> = {
  ACCOUNT_RESTRICTION: 'Its lines cannot send, or only in part, until the platform lifts the restriction.',
  SCHEDULE_FOR_DISABLE: 'The platform is going to disable it. Appeal on the pages of the platform.',
  DISABLE: 'The platform disabled it: its lines cannot send.',
};

/** Told once a day and business account, whichever of its lines shows it first. */
export const accountNotification = (wabaId: string, alarm: AccountAlarm, at: Milliseconds): Notification => ({
  category: 'platform_alerts',
  severity: 'critical',
  title: 'The platform restricted a business account',
  body: alarms[alarm],
  entity: { type: 'waba', id: wabaId },
  onceKey: `account:${wabaId}:${alarm}:${isoOf(at).slice(0, 10)}`,
});

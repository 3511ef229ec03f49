import { isConnected, isWell, noFacts, type Instance } from './instance.ts';
import type { Notification, NotificationKind, OfKind } from './notification.ts';
import { hour } from '../kernel/time.ts';

type AlertKind = Extract<
  NotificationKind,
  `instance_${string}` | `number_${string}` | 'display_name_declined' | 'callback_not_removed'
>;

interface Alert extends Pick<Notification, 'severity' | 'title'> {
  /** In the key under which the fact is notified once; with a `{status}`, each status is a fact of its own. */
  readonly what: string;
  readonly kind: AlertKind;
  /** `{status}` is the number's at the platform, and `{why}` what hinders it from sending. */
  readonly body: string;
  readonly isDue: (before: Instance, after: Instance) => boolean;
}

/** Whether a value changed to one of these. */
const becomes =
  (
    name: 'status' | 'platform_status' | 'quality_rating' | 'account_state' | 'name_status' | 'can_send_message',
    ...values: readonly string[]
  ): Alert['isDue'] =>
  (before, after) =>
    after[name] !== before[name] && values.includes(after[name] ?? '');

const hindered: ReadonlySet<string | null> = new Set(['LIMITED', 'BLOCKED']);

/** Why nothing is sent, the gravest reason first. Only that one notifies: what follows is its consequence. */
const sending: readonly Alert[] = [
  {
    what: 'reconnect',
    kind: 'instance_reconnect_required',
    isDue: becomes('status', 'reconnect_required'),
    severity: 'critical',
    title: 'An instance needs to be connected again',
    body: 'The platform no longer lets the service act for it. Create a connect session with mode reconnect.',
  },
  {
    what: 'restricted:{status}',
    kind: 'number_restricted',
    isDue: becomes('platform_status', 'RESTRICTED', 'BANNED', 'DISABLE', 'LOCKED'),
    severity: 'critical',
    title: 'The platform restricted a number',
    body: 'The number is {status} at the platform{why}',
  },
  {
    what: 'gone:{status}',
    kind: 'number_disconnected',
    isDue: becomes('platform_status', 'DELETED', 'DISCONNECTED', 'MIGRATED'),
    severity: 'critical',
    title: 'A number is no longer connected at the platform',
    body: 'The number is {status} at the platform{why}',
  },
  {
    what: 'blocked',
    kind: 'number_blocked',
    isDue: becomes('can_send_message', 'BLOCKED'),
    severity: 'critical',
    title: 'The platform blocks a number',
    body: 'Messages of the number fail{why}',
  },
  {
    what: 'limited',
    kind: 'number_limited',
    // A new number is often limited until its name is reviewed: that is no change.
    isDue: (before, after) => before.can_send_message !== null && becomes('can_send_message', 'LIMITED')(before, after),
    severity: 'warning',
    title: 'The platform limits a number',
    body: 'The number can send only in part{why}',
  },
];

/** Each notifies by itself. */
const others: readonly Alert[] = [
  {
    what: 'regained',
    kind: 'instance_works_again',
    isDue: ({ status }, after) => status === 'reconnect_required' && isWell(after),
    severity: 'info',
    title: 'An instance works again',
    body: 'The platform lets the service act for it again. It needs no connect session.',
  },
  {
    what: 'available',
    kind: 'number_can_send_again',
    // The notice of a restriction of the account names its end.
    isDue: (before, after) =>
      hindered.has(before.can_send_message) &&
      before.restricted_until === null &&
      becomes('can_send_message', 'AVAILABLE')(before, after),
    severity: 'info',
    title: 'A number can send again',
    body: 'The platform no longer limits or blocks it.',
  },
  {
    what: 'red',
    kind: 'number_quality_red',
    isDue: becomes('quality_rating', 'RED'),
    severity: 'warning',
    title: "A number's quality turned red",
    body: 'Many recipients block or report its messages.',
  },
  {
    what: 'flagged',
    kind: 'number_flagged',
    isDue: becomes('platform_status', 'FLAGGED'),
    severity: 'warning',
    title: 'The platform flagged a number',
    body: 'Its quality is low. If it stays so, the platform lowers its messaging limit.',
  },
  {
    what: 'paused',
    kind: 'number_paused',
    isDue: becomes('account_state', 'OFFBOARDED'),
    severity: 'warning',
    title: 'A number of the business app is paused',
    body: 'Its business changed the phone or registered the app again. Sending fails until it is back in the app.',
  },
  {
    what: 'declined',
    kind: 'display_name_declined',
    isDue: becomes('name_status', 'DECLINED'),
    severity: 'warning',
    title: 'A display name was declined',
    body: 'The platform did not accept the name of the number. Its business chooses another one in WhatsApp Manager.',
  },
  {
    what: 'removal',
    kind: 'callback_not_removed',
    isDue: becomes('status', 'deactivation_failed'),
    severity: 'warning',
    title: 'A callback could not be removed',
    body: 'The platform did not remove the callback of an instance, so its slot is not free yet. Deactivate the instance again.',
  },
];

/** What the platform says of a number that is not connected is no news. */
const withNews = (instance: Instance): Instance => (isConnected(instance) ? instance : { ...instance, ...noFacts });

const withStatus = (text: string, { platform_status: status }: Instance): string =>
  text.replace('{status}', () => status ?? '');

/** The platform's first reason, with its remedy. */
const reasonOf = ({ platform_errors: [first] }: Instance): string =>
  first === undefined
    ? '.'
    : [` (${first.code}).`, first.description, first.remedy].filter((text) => text !== null).join(' ');

/** What a kind says of a number. */
const contentOf = (kind: AlertKind, { platform_status, platform_errors: [first] }: Instance): OfKind => {
  const error = { code: first?.code ?? null, description: first?.description ?? null, remedy: first?.remedy ?? null };
  if (kind === 'number_restricted' || kind === 'number_disconnected')
    return { kind, facts: { platform_status, ...error } };
  return kind === 'number_blocked' || kind === 'number_limited' ? { kind, facts: error } : { kind, facts: {} };
};

/** The notifications that the change of an instance causes. */
export const instanceNotifications = (before: Instance, after: Instance): readonly Notification[] => {
  const isDue = (alert: Alert): boolean => alert.isDue(withNews(before), withNews(after));
  return [...sending.filter(isDue).slice(0, 1), ...others.filter(isDue)].map((alert) => ({
    ...contentOf(alert.kind, after),
    category: 'platform_alerts',
    severity: alert.severity,
    title: alert.title,
    body: withStatus(alert.body, after).replace('{why}', () => reasonOf(after)),
    entity: { type: 'instance', id: after.id },
    onceKey: `${withStatus(alert.what, after)}:${after.id}`,
    onceFor: hour,
  }));
};

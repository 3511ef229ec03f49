import type { Milliseconds } from '../kernel/time.ts';

/** The categories of notifications. */
export const notificationCategories = [
  'academy',
  'platform_alerts',
  'templates',
  'delivery_health',
  'billing',
  'billing_reminders',
  'system',
] as const;
export type NotificationCategory = (typeof notificationCategories)[number];

export const notificationSeverities = ['info', 'warning', 'critical'] as const;
export type NotificationSeverity = (typeof notificationSeverities)[number];

const error = ['code', 'description', 'remedy'] as const;
const actor = ['actor_type', 'actor_id'] as const;
const template = ['name', 'language'] as const;

/** The kinds of notifications, each with the names of its facts. A client renders a kind in its own words. */
export const notificationFacts = {
  instance_reconnect_required: [],
  instance_works_again: [],
  number_restricted: ['platform_status', ...error],
  number_disconnected: ['platform_status', ...error],
  number_blocked: error,
  number_limited: error,
  number_can_send_again: [],
  number_quality_red: [],
  number_flagged: [],
  number_paused: [],
  display_name_approved: [],
  display_name_declined: [],
  display_name_not_registered: [],
  callback_not_removed: [],
  callbacks_not_moved: ['failed', 'total'],
  platform_token_expires: ['days_left', 'expires_at'],
  platform_refuses_access: [],
  platform_alert: ['description'],
  account_restricted: ['restricted_until'],
  account_disabled_soon: ['date'],
  account_disabled: ['date'],
  account_violation: ['violation'],
  account_warned: ['violation'],
  account_review_rejected: [],
  template_rejected: [...template, 'reason'],
  template_paused: template,
  template_disabled: template,
  template_category_changes: [...template, 'category', 'changes_at'],
  delivery_degraded: ['failed_percent', 'hours'],
  delivery_critical: ['failed_percent', 'hours'],
  slots_nearly_taken: ['taken', 'limit'],
  slots_taken: ['taken', 'limit'],
  endpoint_failing: [],
  endpoint_disabled: ['reason'],
  endpoint_changed: actor,
  webhook_secret_rotated: actor,
  platform_token_revealed: actor,
  api_key_issued: ['key_id', 'expires_at', 'previous_key_id', 'previous_ends_at', ...actor],
  api_key_revoked: ['key_id', ...actor],
  api_key_expires: ['key_id', 'days_left', 'expires_at'],
  member_invited: ['member_id', 'role', ...actor],
  member_joined: ['member_id', 'role', ...actor],
  member_removed: ['member_id', ...actor],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type NotificationKind = keyof typeof notificationFacts;

const isKind = (name: string): name is NotificationKind => name in notificationFacts;
export const notificationKinds: readonly NotificationKind[] = Object.keys(notificationFacts).filter(isKind);

/** A figure, a text, or a time in ISO 8601; null where there is none. */
type Fact = string | number | null;

/** A kind, and its facts. */
export type OfKind<K extends NotificationKind = NotificationKind> = {
  readonly [P in K]: {
    readonly kind: P;
    readonly facts: Readonly<Record<(typeof notificationFacts)[P][number], Fact>>;
  };
}[K];

interface Text {
  readonly category: NotificationCategory;
  readonly severity: NotificationSeverity;
  readonly title: string;
  readonly body: string;
  readonly entity: { readonly type: string; readonly id: string };
}

/** A notification as a member sees it. Those of earlier versions have no kind. */
export interface StoredNotification extends Text {
  readonly id: string;
  readonly kind: NotificationKind | null;
  readonly facts: Readonly<Record<string, Fact>>;
  readonly created_at: string;
  readonly read_at: string | null;
}

/** A notification. It is written in the commit of its cause, so it is written once. */
export type Notification = OfKind &
  Text & {
    /** Without it, all members get the notification; with it, owners and admins. */
    readonly audience?: 'admins';
    /** Identifies a fact that several sources may report. Only the first commit under a key writes the notification. */
    readonly onceKey?: string;
    /** How long the key counts. Without it, a fact is one for good. */
    readonly onceFor?: Milliseconds;
  };

/** What decides which members get a notification. */
export interface Addressed {
  readonly category: NotificationCategory;
  readonly audience?: 'admins' | undefined;
}

/** As what a notification is counted: those for owners and admins apart, so that the counts of other members leave them out. */
export type CountedCategory = NotificationCategory | 'admins';
export const countedAs = ({ category, audience }: Addressed): CountedCategory => audience ?? category;

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

/** A notification as a member sees it. */
export interface StoredNotification extends Omit<Notification, 'onceKey' | 'onceFor'> {
  readonly id: string;
  readonly created_at: string;
  readonly read_at: string | null;
}

/** A notification. It is written in the commit of its cause, so it is written once. */
export interface Notification {
  readonly category: NotificationCategory;
  readonly severity: NotificationSeverity;
  readonly title: string;
  readonly body: string;
  readonly entity: { readonly type: string; readonly id: string };
  /** Identifies a fact that several sources may report. Only the first commit under a key writes the notification. */
  readonly onceKey?: string;
  /** How long the key counts. Without it, a fact is one for good. */
  readonly onceFor?: Milliseconds;
}

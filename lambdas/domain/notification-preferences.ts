import { notificationCategories, type NotificationCategory } from './notification.ts';

/** A member's notification preferences, and whether the portal pops notifications up. */
export const preferenceNames = [
  'notify_academy',
  'notify_platform_alerts',
  'notify_templates',
  'notify_delivery_health',
  'notify_billing',
  'notify_billing_reminders',
  'notify_system',
  'popup_enabled',
] as const;
type PreferenceName = (typeof preferenceNames)[number];
export type NotificationPreferences = Readonly<Record<PreferenceName, boolean>>;

export const defaultPreferences: NotificationPreferences = {
  notify_academy: true,
  notify_platform_alerts: true,
  notify_templates: true,
  notify_delivery_health: true,
  notify_billing: true,
  notify_billing_reminders: true,
  notify_system: true,
  popup_enabled: true,
};

export const wantedCategories = (preferences: NotificationPreferences): ReadonlySet<NotificationCategory> =>
  new Set(notificationCategories.filter((category) => preferences[`notify_${category}`]));

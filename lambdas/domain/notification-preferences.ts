import { notificationCategories, type CountedCategory, type NotificationCategory } from './notification.ts';

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

/** What a member sees of the categories that it wants: with `system`, an owner and an admin also what only they get. */
export const wantedCategories = (
  preferences: NotificationPreferences,
  isAdmin: boolean,
  only?: NotificationCategory,
): ReadonlySet<CountedCategory> => {
  const all = notificationCategories.filter((one) => preferences[`notify_${one}`] && (only ?? one) === one);
  return new Set(isAdmin && all.includes('system') ? [...all, 'admins'] : all);
};

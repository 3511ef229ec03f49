import type { Notification } from './notification.ts';
import { slotLevel, slotLevels, type Slots } from './slots.ts';

const texts = {
  near: {
    kind: 'slots_nearly_taken',
    severity: 'warning',
    title: 'Few slots are left',
    then: 'When all are taken, no instance can be created or connected again.',
  },
  full: {
    kind: 'slots_taken',
    severity: 'critical',
    title: 'All slots are taken',
    then: 'No instance can be created or connected again until a slot is free or the limit is raised.',
  },
} as const;

const notificationOf = (slots: Slots): readonly Notification[] => {
  const level = slotLevel(slots);
  if (level === 'free' || slots.limit === null) return [];
  const { kind, severity, title, then } = texts[level];
  return [
    {
      kind,
      facts: { taken: slots.taken, limit: slots.limit },
      category: 'billing',
      severity,
      title,
      body: `${slots.taken} of ${slots.limit} slots are taken. ${then}`,
      entity: { type: 'slots', id: String(slots.limit) },
    },
  ];
};

/**
 * The notification of a change of a partner's slots: when their use reaches a higher level, or the limit changes and they are
 * used to 80 % or more of the new one. It is written in the commit of the change, so it is written once.
 */
export const slotNotifications = (before: Slots, after: Slots): readonly Notification[] => {
  if (before.limit !== after.limit) return notificationOf(after);
  const isHigher = slotLevels.indexOf(slotLevel(after)) > slotLevels.indexOf(slotLevel(before));
  return isHigher ? notificationOf(after) : [];
};

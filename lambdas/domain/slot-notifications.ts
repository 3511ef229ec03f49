import type { Notification } from './notification.ts';

const nearShare = 0.9;

/** The notification when an instance takes one of the last slots. @param taken with that slot */
export const slotsNear = (limit: number | null, taken: number): Required<Notification> | null => {
  if (limit === null || taken < Math.ceil(limit * nearShare)) return null;
  return {
    category: 'billing',
    severity: 'warning',
    title: 'Few slots are left',
    body: `${taken} of ${limit} slots are taken. When all are taken, no instance can be created.`,
    entity: { type: 'slots', id: String(limit) },
    onceKey: `slots:${limit}`,
  };
};

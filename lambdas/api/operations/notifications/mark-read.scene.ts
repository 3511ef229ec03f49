import { later, notification } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const markNotificationRead: Scene = {
  route: 'mark-partner-notification-read',
  scope: 'member',
  example: {
    request: { notification_id: notification.id },
    responses: { 200: { notification: { ...notification, read_at: later } } },
  },
  cases: [
    {
      about: 'an unread one',
      status: 200,
      as: 'owner',
      given: async (ground) => ({ notification_id: await ground.notification() }),
    },
  ],
};

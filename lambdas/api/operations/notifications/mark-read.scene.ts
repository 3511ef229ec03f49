import type { Scene } from '../../scenes/scene.ts';
import { later, notification } from '../../scenes/records.ts';

export const markNotificationRead: Scene = {
  route: 'mark-partner-notification-read',
  scope: 'member',
  example: {
    request: { notification_id: notification.id },
    responses: { 200: { notification: { ...notification, read_at: later } } },
  },
};

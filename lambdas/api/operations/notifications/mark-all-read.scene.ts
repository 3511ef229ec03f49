import type { Scene } from '../../scenes/scene.ts';
import { later } from '../../scenes/records.ts';

export const markAllNotificationsRead: Scene = {
  route: 'mark-all-partner-notifications-read',
  scope: 'member',
  example: { request: {}, responses: { 200: { unread: 0, read_until: later } } },
};

import type { Scene } from '../../scenes/scene.ts';
import { notificationPreferences } from '../../scenes/records.ts';

export const getPreferences: Scene = {
  route: 'get-partner-notification-preferences',
  scope: 'member',
  example: { request: {}, responses: { 200: { preferences: notificationPreferences } } },
};
